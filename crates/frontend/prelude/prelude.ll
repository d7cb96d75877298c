; prelude sources: 8c7bc8d5a4d2cbc7
source_filename = "prelude.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%struct.__sv_head = type { i64, i64 }
%struct.__sv_integer = type { i64, ptr, i8, i8 }
%struct.__sv_div = type { i32, i32 }
%struct.__sv_ldiv = type { i64, i64 }
%struct.__sv_exit_handler = type { ptr, ptr, ptr, ptr }
%struct.__sv_attr = type { i32, i32, i32, i32, i32, i64, i64, ptr }
%struct.selvedge_joined = type { i32, ptr }
%struct.sched_param = type { i32 }
%struct.timespec = type { i64, i64 }
%struct.selvedge_counted = type { i32, i32 }
%struct.__sv_start = type { ptr, ptr }
%struct.__sv_timeval = type { i64, i64 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.__sv_file = type { %union.pthread_mutex_t, i32, i32, i32, i32, i32, ptr, i64 }
%struct.__sv_document = type { ptr, ptr, ptr, i64, i64 }
%struct.__sv_scan = type { ptr, ptr, i32 }
%union.__sv_bits = type { double }
%union.__sv_float_bits = type { float }
%struct.__sv_type = type { ptr, ptr, ptr }
%struct.__sv_many_bases = type { ptr, ptr, i32, i32, [0 x %struct.anon] }
%struct.anon = type { ptr, i64 }
%struct.__sv_tree_node = type { i32, ptr, ptr, ptr }
%struct.__sv_list_node = type { ptr, ptr }
%struct.__sv_rehash_policy = type { %union.anon, i64 }
%union.anon = type { float }
%struct.__sv_rehash = type { i8, i64 }
%struct.__sv_stream = type { ptr, %struct.__sv_ios }
%struct.__sv_ios = type { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [4 x ptr] }
%struct.__sv_string = type { ptr, i64 }
%struct.__sv_in_stream = type { ptr, i64, %struct.__sv_ios }

@__sv_n_freed = internal global i32 0, align 4
@.str = private unnamed_addr constant [45 x i8] c"more than 32 freed blocks with --reuse-freed\00", align 1
@__sv_freed = internal global [32 x ptr] zeroinitializer, align 16
@__sv_freed_sizes = internal global [32 x i64] zeroinitializer, align 16
@__sv_errno = internal thread_local global i32 0, align 4
@__sv_strtok_rest = internal global ptr null, align 8
@__sv_classes_at_zero = internal global ptr getelementptr (i8, ptr @__sv_classes, i64 256), align 8
@__sv_lowers_at_zero = internal global ptr getelementptr (i8, ptr @__sv_lowers, i64 512), align 8
@__sv_uppers_at_zero = internal global ptr getelementptr (i8, ptr @__sv_uppers, i64 512), align 8
@.str.1 = private unnamed_addr constant [5 x i8] c"rand\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"random\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"lrand48\00", align 1
@.str.4 = private unnamed_addr constant [8 x i8] c"mrand48\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"drand48\00", align 1
@.str.6 = private unnamed_addr constant [11 x i8] c"arc4random\00", align 1
@.str.7 = private unnamed_addr constant [7 x i8] c"setenv\00", align 1
@.str.8 = private unnamed_addr constant [7 x i8] c"putenv\00", align 1
@.str.9 = private unnamed_addr constant [2 x i8] c"C\00", align 1
@.str.10 = private unnamed_addr constant [14 x i8] c"at_quick_exit\00", align 1
@.str.11 = private unnamed_addr constant [8 x i8] c"on_exit\00", align 1
@.str.12 = private unnamed_addr constant [36 x i8] c"destructor of a thread_local object\00", align 1
@__sv_exit_lock = internal global %union.pthread_mutex_t zeroinitializer, align 8
@__sv_exit_handlers = internal global ptr null, align 8
@.str.13 = private unnamed_addr constant [14 x i8] c"assert_perror\00", align 1
@.str.14 = private unnamed_addr constant [24 x i8] c"stack smashing detected\00", align 1
@.str.15 = private unnamed_addr constant [25 x i8] c"buffer overflow detected\00", align 1
@__libc_single_threaded = global i8 0, align 1
@.str.16 = private unnamed_addr constant [13 x i8] c"sched_getcpu\00", align 1
@__sv_cancel_state = internal thread_local global i32 0, align 4
@__sv_cancel_type = internal thread_local global i32 0, align 4
@.str.17 = private unnamed_addr constant [15 x i8] c"pthread_cancel\00", align 1
@.str.18 = private unnamed_addr constant [13 x i8] c"pthread_kill\00", align 1
@.str.19 = private unnamed_addr constant [21 x i8] c"pthread_cleanup_push\00", align 1
@.str.20 = private unnamed_addr constant [20 x i8] c"pthread_cleanup_pop\00", align 1
@.str.21 = private unnamed_addr constant [13 x i8] c"cancellation\00", align 1
@.str.22 = private unnamed_addr constant [13 x i8] c"robust mutex\00", align 1
@.str.23 = private unnamed_addr constant [37 x i8] c"read-write lock that prefers writers\00", align 1
@.str.24 = private unnamed_addr constant [27 x i8] c"sem_open: named semaphores\00", align 1
@.str.25 = private unnamed_addr constant [28 x i8] c"sem_close: named semaphores\00", align 1
@.str.26 = private unnamed_addr constant [29 x i8] c"sem_unlink: named semaphores\00", align 1
@.str.27 = private unnamed_addr constant [20 x i8] c"parent's process id\00", align 1
@.str.28 = private unnamed_addr constant [11 x i8] c"membarrier\00", align 1
@.str.29 = private unnamed_addr constant [22 x i8] c"system call by number\00", align 1
@.str.30 = private unnamed_addr constant [8 x i8] c"user id\00", align 1
@.str.31 = private unnamed_addr constant [8 x i8] c"sysconf\00", align 1
@.str.32 = private unnamed_addr constant [15 x i8] c"mmap of a file\00", align 1
@.str.33 = private unnamed_addr constant [24 x i8] c"mmap at a fixed address\00", align 1
@.str.34 = private unnamed_addr constant [17 x i8] c"munmap of a part\00", align 1
@.str.35 = private unnamed_addr constant [9 x i8] c"mprotect\00", align 1
@.str.36 = private unnamed_addr constant [28 x i8] c"madvise that discards pages\00", align 1
@.str.37 = private unnamed_addr constant [15 x i8] c"signal handler\00", align 1
@.str.38 = private unnamed_addr constant [6 x i8] c"raise\00", align 1
@.str.39 = private unnamed_addr constant [10 x i8] c"sigaction\00", align 1
@.str.40 = private unnamed_addr constant [5 x i8] c"kill\00", align 1
@.str.41 = private unnamed_addr constant [6 x i8] c"alarm\00", align 1
@.str.42 = private unnamed_addr constant [8 x i8] c"sigwait\00", align 1
@.str.43 = private unnamed_addr constant [5 x i8] c"fork\00", align 1
@.str.44 = private unnamed_addr constant [6 x i8] c"vfork\00", align 1
@.str.45 = private unnamed_addr constant [6 x i8] c"execv\00", align 1
@.str.46 = private unnamed_addr constant [7 x i8] c"execvp\00", align 1
@.str.47 = private unnamed_addr constant [19 x i8] c"wait for a process\00", align 1
@.str.48 = private unnamed_addr constant [8 x i8] c"waitpid\00", align 1
@.str.49 = private unnamed_addr constant [7 x i8] c"system\00", align 1
@.str.50 = private unnamed_addr constant [5 x i8] c"pipe\00", align 1
@.str.51 = private unnamed_addr constant [7 x i8] c"socket\00", align 1
@.str.52 = private unnamed_addr constant [8 x i8] c"eventfd\00", align 1
@.str.53 = private unnamed_addr constant [5 x i8] c"poll\00", align 1
@.str.54 = private unnamed_addr constant [7 x i8] c"select\00", align 1
@.str.55 = private unnamed_addr constant [8 x i8] c"longjmp\00", align 1
@stdin = global ptr @__sv_standard, align 8
@stdout = global ptr getelementptr (i8, ptr @__sv_standard, i64 80), align 8
@stderr = global ptr getelementptr (i8, ptr @__sv_standard, i64 160), align 8
@.str.56 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@.str.57 = private unnamed_addr constant [2 x i8] c"w\00", align 1
@.str.58 = private unnamed_addr constant [8 x i8] c"freopen\00", align 1
@.str.59 = private unnamed_addr constant [6 x i8] c"popen\00", align 1
@.str.60 = private unnamed_addr constant [7 x i8] c"rename\00", align 1
@.str.61 = private unnamed_addr constant [12 x i8] c"write fails\00", align 1
@.str.62 = private unnamed_addr constant [17 x i8] c"position in file\00", align 1
@.str.63 = private unnamed_addr constant [2 x i8] c"\0A\00", align 1
@_ZSt7nothrow = global i8 0, align 1
@.str.64 = private unnamed_addr constant [47 x i8] c"exception in the initialiser of a static local\00", align 1
@.str.65 = private unnamed_addr constant [27 x i8] c"pure virtual method called\00", align 1
@.str.66 = private unnamed_addr constant [30 x i8] c"deleted virtual method called\00", align 1
@.str.67 = private unnamed_addr constant [22 x i8] c"std::terminate called\00", align 1
@.str.68 = private unnamed_addr constant [21 x i8] c"C++ exception thrown\00", align 1
@__dso_handle = global ptr null, align 8
@_ZTVN10__cxxabiv120__function_type_infoE = global [4 x ptr] zeroinitializer, align 16
@_ZTVN10__cxxabiv119__pointer_type_infoE = global [4 x ptr] zeroinitializer, align 16
@_ZTVN10__cxxabiv116__enum_type_infoE = global [4 x ptr] zeroinitializer, align 16
@_ZTIi = global [4 x ptr] zeroinitializer, align 16
@_ZTIPKc = global [4 x ptr] zeroinitializer, align 16
@_ZTISt9exception = global [4 x ptr] zeroinitializer, align 16
@_ZTISt12system_error = global [4 x ptr] zeroinitializer, align 16
@_ZTISt12future_error = global [4 x ptr] zeroinitializer, align 16
@_ZTVSt12future_error = global [4 x ptr] zeroinitializer, align 16
@_ZTIN10__cxxabiv115__forced_unwindE = global [4 x ptr] zeroinitializer, align 16
@_ZTVN10__cxxabiv117__class_type_infoE = global [4 x ptr] zeroinitializer, align 16
@_ZTVN10__cxxabiv120__si_class_type_infoE = global [4 x ptr] zeroinitializer, align 16
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = global [4 x ptr] zeroinitializer, align 16
@.str.69 = private unnamed_addr constant [41 x i8] c"dynamic_cast to a base that occurs twice\00", align 1
@.str.70 = private unnamed_addr constant [19 x i8] c"std::random_device\00", align 1
@_ZTVNSt6thread6_StateE = global [5 x ptr] zeroinitializer, align 16
@_ZTINSt6thread6_StateE = global [2 x ptr] zeroinitializer, align 16
@.str.71 = private unnamed_addr constant [31 x i8] c"std::notify_all_at_thread_exit\00", align 1
@.str.72 = private unnamed_addr constant [46 x i8] c"std::condition_variable_any of an old library\00", align 1
@_ZSt11__once_call = thread_local global ptr null, align 8
@__sv_generic = internal global ptr @__sv_category_vtable, align 8
@__sv_system = internal global ptr @__sv_category_vtable, align 8
@_ZTINSt13__future_base12_Result_baseE = global [2 x ptr] zeroinitializer, align 16
@__sv_pointer_lock = internal global %union.pthread_mutex_t { %struct.__pthread_mutex_s { i32 0, i32 0, i32 0, i32 0, i32 1, i16 0, i16 0, %struct.__pthread_internal_list zeroinitializer } }, align 8
@__sv_stream_vtable = internal constant [6 x i64] [i64 8, i64 0, i64 0, i64 0, i64 0, i64 0], align 16
@_ZSt4cout = global { ptr, { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } } { ptr getelementptr (i8, ptr @__sv_stream_vtable, i64 24), { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } { ptr null, i64 6, i64 0, i32 4098, i32 0, i32 0, [180 x i8] zeroinitializer, ptr null, i8 32, i8 1, [6 x i8] zeroinitializer, [4 x ptr] zeroinitializer } }, align 8
@_ZSt4cerr = global { ptr, { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } } { ptr getelementptr (i8, ptr @__sv_stream_vtable, i64 24), { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } { ptr null, i64 6, i64 0, i32 4098, i32 0, i32 0, [180 x i8] zeroinitializer, ptr null, i8 32, i8 1, [6 x i8] zeroinitializer, [4 x ptr] zeroinitializer } }, align 8
@_ZSt4clog = global { ptr, { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } } { ptr getelementptr (i8, ptr @__sv_stream_vtable, i64 24), { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } { ptr null, i64 6, i64 0, i32 4098, i32 0, i32 0, [180 x i8] zeroinitializer, ptr null, i8 32, i8 1, [6 x i8] zeroinitializer, [4 x ptr] zeroinitializer } }, align 8
@__sv_in_stream_vtable = internal constant [6 x i64] [i64 16, i64 0, i64 0, i64 0, i64 0, i64 0], align 16
@_ZSt3cin = global { ptr, i64, { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } } { ptr getelementptr (i8, ptr @__sv_in_stream_vtable, i64 24), i64 0, { ptr, i64, i64, i32, i32, i32, [180 x i8], ptr, i8, i8, [6 x i8], [4 x ptr] } { ptr null, i64 6, i64 0, i32 4098, i32 0, i32 0, [180 x i8] zeroinitializer, ptr null, i8 32, i8 1, [6 x i8] zeroinitializer, [4 x ptr] zeroinitializer } }, align 8
@.str.73 = private unnamed_addr constant [5 x i8] c"true\00", align 1
@.str.74 = private unnamed_addr constant [6 x i8] c"false\00", align 1
@.str.75 = private unnamed_addr constant [3 x i8] c"%p\00", align 1
@.str.76 = private unnamed_addr constant [2 x i8] c"0\00", align 1
@.str.77 = private unnamed_addr constant [6 x i8] c"input\00", align 1
@_ZSt15__once_callable = thread_local global ptr null, align 8
@.str.78 = private unnamed_addr constant [24 x i8] c"freed memory comes back\00", align 1
@.str.79 = private unnamed_addr constant [8 x i8] c"Success\00", align 1
@.str.80 = private unnamed_addr constant [24 x i8] c"Operation not permitted\00", align 1
@.str.81 = private unnamed_addr constant [26 x i8] c"No such file or directory\00", align 1
@.str.82 = private unnamed_addr constant [16 x i8] c"No such process\00", align 1
@.str.83 = private unnamed_addr constant [24 x i8] c"Interrupted system call\00", align 1
@.str.84 = private unnamed_addr constant [19 x i8] c"Input/output error\00", align 1
@.str.85 = private unnamed_addr constant [20 x i8] c"Bad file descriptor\00", align 1
@.str.86 = private unnamed_addr constant [33 x i8] c"Resource temporarily unavailable\00", align 1
@.str.87 = private unnamed_addr constant [23 x i8] c"Cannot allocate memory\00", align 1
@.str.88 = private unnamed_addr constant [18 x i8] c"Permission denied\00", align 1
@.str.89 = private unnamed_addr constant [24 x i8] c"Device or resource busy\00", align 1
@.str.90 = private unnamed_addr constant [12 x i8] c"File exists\00", align 1
@.str.91 = private unnamed_addr constant [17 x i8] c"Invalid argument\00", align 1
@.str.92 = private unnamed_addr constant [30 x i8] c"Numerical result out of range\00", align 1
@.str.93 = private unnamed_addr constant [26 x i8] c"Resource deadlock avoided\00", align 1
@.str.94 = private unnamed_addr constant [21 x i8] c"Connection timed out\00", align 1
@.str.95 = private unnamed_addr constant [14 x i8] c"Unknown error\00", align 1
@__sv_classes = internal constant <{ [256 x i16], [128 x i16] }> <{ [256 x i16] [i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 8195, i16 8194, i16 8194, i16 8194, i16 8194, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 24577, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -11000, i16 -11000, i16 -11000, i16 -11000, i16 -11000, i16 -11000, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -10744, i16 -10744, i16 -10744, i16 -10744, i16 -10744, i16 -10744, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 2], [128 x i16] zeroinitializer }>, align 16
@__sv_lowers = internal constant [384 x i32] [i32 128, i32 129, i32 130, i32 131, i32 132, i32 133, i32 134, i32 135, i32 136, i32 137, i32 138, i32 139, i32 140, i32 141, i32 142, i32 143, i32 144, i32 145, i32 146, i32 147, i32 148, i32 149, i32 150, i32 151, i32 152, i32 153, i32 154, i32 155, i32 156, i32 157, i32 158, i32 159, i32 160, i32 161, i32 162, i32 163, i32 164, i32 165, i32 166, i32 167, i32 168, i32 169, i32 170, i32 171, i32 172, i32 173, i32 174, i32 175, i32 176, i32 177, i32 178, i32 179, i32 180, i32 181, i32 182, i32 183, i32 184, i32 185, i32 186, i32 187, i32 188, i32 189, i32 190, i32 191, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 -1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127, i32 128, i32 129, i32 130, i32 131, i32 132, i32 133, i32 134, i32 135, i32 136, i32 137, i32 138, i32 139, i32 140, i32 141, i32 142, i32 143, i32 144, i32 145, i32 146, i32 147, i32 148, i32 149, i32 150, i32 151, i32 152, i32 153, i32 154, i32 155, i32 156, i32 157, i32 158, i32 159, i32 160, i32 161, i32 162, i32 163, i32 164, i32 165, i32 166, i32 167, i32 168, i32 169, i32 170, i32 171, i32 172, i32 173, i32 174, i32 175, i32 176, i32 177, i32 178, i32 179, i32 180, i32 181, i32 182, i32 183, i32 184, i32 185, i32 186, i32 187, i32 188, i32 189, i32 190, i32 191, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 255], align 16
@__sv_uppers = internal constant [384 x i32] [i32 128, i32 129, i32 130, i32 131, i32 132, i32 133, i32 134, i32 135, i32 136, i32 137, i32 138, i32 139, i32 140, i32 141, i32 142, i32 143, i32 144, i32 145, i32 146, i32 147, i32 148, i32 149, i32 150, i32 151, i32 152, i32 153, i32 154, i32 155, i32 156, i32 157, i32 158, i32 159, i32 160, i32 161, i32 162, i32 163, i32 164, i32 165, i32 166, i32 167, i32 168, i32 169, i32 170, i32 171, i32 172, i32 173, i32 174, i32 175, i32 176, i32 177, i32 178, i32 179, i32 180, i32 181, i32 182, i32 183, i32 184, i32 185, i32 186, i32 187, i32 188, i32 189, i32 190, i32 191, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 -1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 123, i32 124, i32 125, i32 126, i32 127, i32 128, i32 129, i32 130, i32 131, i32 132, i32 133, i32 134, i32 135, i32 136, i32 137, i32 138, i32 139, i32 140, i32 141, i32 142, i32 143, i32 144, i32 145, i32 146, i32 147, i32 148, i32 149, i32 150, i32 151, i32 152, i32 153, i32 154, i32 155, i32 156, i32 157, i32 158, i32 159, i32 160, i32 161, i32 162, i32 163, i32 164, i32 165, i32 166, i32 167, i32 168, i32 169, i32 170, i32 171, i32 172, i32 173, i32 174, i32 175, i32 176, i32 177, i32 178, i32 179, i32 180, i32 181, i32 182, i32 183, i32 184, i32 185, i32 186, i32 187, i32 188, i32 189, i32 190, i32 191, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 255], align 16
@.str.97 = private unnamed_addr constant [4 x i8] c"inf\00", align 1
@.str.98 = private unnamed_addr constant [9 x i8] c"infinity\00", align 1
@.str.99 = private unnamed_addr constant [4 x i8] c"nan\00", align 1
@.str.100 = private unnamed_addr constant [28 x i8] c"environment variable is set\00", align 1
@.str.101 = private unnamed_addr constant [37 x i8] c"the value of an environment variable\00", align 1
@.str.102 = private unnamed_addr constant [15 x i8] c"join times out\00", align 1
@.str.103 = private unnamed_addr constant [20 x i8] c"read lock times out\00", align 1
@.str.104 = private unnamed_addr constant [21 x i8] c"write lock times out\00", align 1
@__sv_noted = internal global i64 0, align 8
@__sv_last = internal thread_local global i64 0, align 8
@.str.105 = private unnamed_addr constant [15 x i8] c"seconds passed\00", align 1
@.str.106 = private unnamed_addr constant [12 x i8] c"nanoseconds\00", align 1
@.str.107 = private unnamed_addr constant [11 x i8] c"process id\00", align 1
@.str.108 = private unnamed_addr constant [41 x i8] c"futex operation other than WAIT and WAKE\00", align 1
@.str.109 = private unnamed_addr constant [11 x i8] c"processors\00", align 1
@__sv_standard = internal global [3 x { %union.pthread_mutex_t, i32, i32, i32, i32, i32, [4 x i8], ptr, i64 }] [{ %union.pthread_mutex_t, i32, i32, i32, i32, i32, [4 x i8], ptr, i64 } { %union.pthread_mutex_t { %struct.__pthread_mutex_s { i32 0, i32 0, i32 0, i32 0, i32 1, i16 0, i16 0, %struct.__pthread_internal_list zeroinitializer } }, i32 0, i32 -1, i32 0, i32 0, i32 0, [4 x i8] zeroinitializer, ptr null, i64 0 }, { %union.pthread_mutex_t, i32, i32, i32, i32, i32, [4 x i8], ptr, i64 } { %union.pthread_mutex_t { %struct.__pthread_mutex_s { i32 0, i32 0, i32 0, i32 0, i32 1, i16 0, i16 0, %struct.__pthread_internal_list zeroinitializer } }, i32 1, i32 -1, i32 0, i32 0, i32 0, [4 x i8] zeroinitializer, ptr null, i64 0 }, { %union.pthread_mutex_t, i32, i32, i32, i32, i32, [4 x i8], ptr, i64 } { %union.pthread_mutex_t { %struct.__pthread_mutex_s { i32 0, i32 0, i32 0, i32 0, i32 1, i16 0, i16 0, %struct.__pthread_internal_list zeroinitializer } }, i32 2, i32 -1, i32 0, i32 0, i32 0, [4 x i8] zeroinitializer, ptr null, i64 0 }], align 16
@__sv_documents_lock = internal global %union.pthread_mutex_t zeroinitializer, align 8
@.str.111 = private unnamed_addr constant [16 x i8] c"file is missing\00", align 1
@__sv_documents = internal global ptr null, align 8
@.str.112 = private unnamed_addr constant [13 x i8] c"end of input\00", align 1
@.str.113 = private unnamed_addr constant [11 x i8] c"input byte\00", align 1
@.str.114 = private unnamed_addr constant [11 x i8] c"open fails\00", align 1
@.str.115 = private unnamed_addr constant [11 x i8] c"descriptor\00", align 1
@.str.116 = private unnamed_addr constant [11 x i8] c"read fails\00", align 1
@.str.117 = private unnamed_addr constant [11 x i8] c"bytes read\00", align 1
@.str.118 = private unnamed_addr constant [3 x i8] c": \00", align 1
@.str.119 = private unnamed_addr constant [31 x i8] c"%n in scanf of arbitrary input\00", align 1
@.str.120 = private unnamed_addr constant [23 x i8] c"scanf of a long double\00", align 1
@.str.121 = private unnamed_addr constant [17 x i8] c"scanf conversion\00", align 1
@.str.122 = private unnamed_addr constant [19 x i8] c"input is no number\00", align 1
@.str.123 = private unnamed_addr constant [2 x i8] c".\00", align 1
@.str.124 = private unnamed_addr constant [2 x i8] c"e\00", align 1
@.str.125 = private unnamed_addr constant [55 x i8] c"C++ exception thrown: std::system_error by std::thread\00", align 1
@__sv_category_vtable = internal global [1 x ptr] zeroinitializer, align 8
@__sv_futex_lock = internal global %union.pthread_mutex_t zeroinitializer, align 8
@.str.126 = private unnamed_addr constant [23 x i8] c"threads woken by futex\00", align 1
@__sv_hash_buckets.primes = internal constant [26 x i32] [i32 1, i32 2, i32 5, i32 13, i32 29, i32 59, i32 127, i32 257, i32 541, i32 1109, i32 2357, i32 5087, i32 10273, i32 20753, i32 42043, i32 85229, i32 172933, i32 351061, i32 712697, i32 1447153, i32 2938679, i32 5967347, i32 12117689, i32 24607243, i32 49969847, i32 101473717], align 16
@.str.127 = private unnamed_addr constant [46 x i8] c"a hash table of more than 100 million buckets\00", align 1
@.str.128 = private unnamed_addr constant [17 x i8] c"0123456789ABCDEF\00", align 1
@.str.129 = private unnamed_addr constant [17 x i8] c"0123456789abcdef\00", align 1
@.str.130 = private unnamed_addr constant [5 x i8] c"%.*f\00", align 1
@.str.131 = private unnamed_addr constant [5 x i8] c"%.*e\00", align 1
@.str.132 = private unnamed_addr constant [5 x i8] c"%.*g\00", align 1
@.str.133 = private unnamed_addr constant [44 x i8] c"a C++ stream other than cout, cerr and clog\00", align 1
@.str.134 = private unnamed_addr constant [34 x i8] c"a C++ input stream other than cin\00", align 1
@.str.135 = private unnamed_addr constant [28 x i8] c"no number on standard input\00", align 1

define ptr @__sv_alloc_again(i64 %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  %6 = load i64, ptr %3, align 8
  %7 = call ptr @__sv_take_freed(i64 %6)
  store ptr %7, ptr %4, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = icmp ne ptr %8, null
  br i1 %9, label %10, label %12

10:
  %11 = load ptr, ptr %4, align 8
  store ptr %11, ptr %2, align 8
  br label %21

12:
  %13 = load i64, ptr %3, align 8
  %14 = add i64 16, %13
  %15 = call ptr @__selvedge_fresh_alloc(i64 %14)
  store ptr %15, ptr %5, align 8
  %16 = load i64, ptr %3, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_head, ptr %17, i32 0, i32 0
  store i64 %16, ptr %18, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = getelementptr inbounds %struct.__sv_head, ptr %19, i64 1
  store ptr %20, ptr %2, align 8
  br label %21

21:
  %22 = load ptr, ptr %2, align 8
  ret ptr %22
}

define internal ptr @__sv_take_freed(i64 %0) {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store i64 %0, ptr %2, align 8
  store ptr null, ptr %3, align 8
  call void @__selvedge_atomic_section_begin()
  store i32 0, ptr %4, align 4
  br label %5

5:
  %6 = load i32, ptr %4, align 4
  %7 = load i32, ptr @__sv_n_freed, align 4
  %8 = icmp slt i32 %6, %7
  br i1 %8, label %9, label %43

9:
  %10 = load i32, ptr %4, align 4
  %11 = sext i32 %10 to i64
  %12 = getelementptr inbounds [32 x i64], ptr @__sv_freed_sizes, i64 0, i64 %11
  %13 = load i64, ptr %12, align 8
  %14 = load i64, ptr %2, align 8
  %15 = icmp eq i64 %13, %14
  br i1 %15, label %16, label %39

16:
  %17 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.78)
  br i1 %17, label %18, label %39

18:
  %19 = load i32, ptr %4, align 4
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds [32 x ptr], ptr @__sv_freed, i64 0, i64 %20
  %22 = load ptr, ptr %21, align 8
  store ptr %22, ptr %3, align 8
  %23 = load i32, ptr @__sv_n_freed, align 4
  %24 = add nsw i32 %23, -1
  store i32 %24, ptr @__sv_n_freed, align 4
  %25 = load i32, ptr @__sv_n_freed, align 4
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds [32 x ptr], ptr @__sv_freed, i64 0, i64 %26
  %28 = load ptr, ptr %27, align 8
  %29 = load i32, ptr %4, align 4
  %30 = sext i32 %29 to i64
  %31 = getelementptr inbounds [32 x ptr], ptr @__sv_freed, i64 0, i64 %30
  store ptr %28, ptr %31, align 8
  %32 = load i32, ptr @__sv_n_freed, align 4
  %33 = sext i32 %32 to i64
  %34 = getelementptr inbounds [32 x i64], ptr @__sv_freed_sizes, i64 0, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = load i32, ptr %4, align 4
  %37 = sext i32 %36 to i64
  %38 = getelementptr inbounds [32 x i64], ptr @__sv_freed_sizes, i64 0, i64 %37
  store i64 %35, ptr %38, align 8
  br label %43

39:
  br label %40

40:
  %41 = load i32, ptr %4, align 4
  %42 = add nsw i32 %41, 1
  store i32 %42, ptr %4, align 4
  br label %5

43:
  call void @__selvedge_atomic_section_end()
  %44 = load ptr, ptr %3, align 8
  ret ptr %44
}

declare ptr @__selvedge_fresh_alloc(i64)

define i64 @__sv_block_size(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.__sv_head, ptr %3, i64 -1
  %5 = getelementptr inbounds nuw %struct.__sv_head, ptr %4, i32 0, i32 0
  %6 = load i64, ptr %5, align 8
  ret i64 %6
}

define void @__sv_give_back(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %6, label %5

5:
  br label %22

6:
  call void @__selvedge_atomic_section_begin()
  %7 = load i32, ptr @__sv_n_freed, align 4
  %8 = icmp eq i32 %7, 32
  br i1 %8, label %9, label %10

9:
  call void @__selvedge_unsupported(ptr @.str)
  unreachable

10:
  %11 = load ptr, ptr %2, align 8
  %12 = load i32, ptr @__sv_n_freed, align 4
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds [32 x ptr], ptr @__sv_freed, i64 0, i64 %13
  store ptr %11, ptr %14, align 8
  %15 = load ptr, ptr %2, align 8
  %16 = call i64 @__sv_block_size(ptr %15)
  %17 = load i32, ptr @__sv_n_freed, align 4
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds [32 x i64], ptr @__sv_freed_sizes, i64 0, i64 %18
  store i64 %16, ptr %19, align 8
  %20 = load i32, ptr @__sv_n_freed, align 4
  %21 = add nsw i32 %20, 1
  store i32 %21, ptr @__sv_n_freed, align 4
  call void @__selvedge_atomic_section_end()
  br label %22

22:
  ret void
}

declare void @__selvedge_atomic_section_begin()

declare void @__selvedge_unsupported(ptr)

declare void @__selvedge_atomic_section_end()

define ptr @malloc(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = call i32 @__sv_no_memory()
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %5, label %6

5:
  br label %9

6:
  %7 = load i64, ptr %2, align 8
  %8 = call ptr @__selvedge_heap_alloc(i64 %7, i32 0)
  br label %9

9:
  %10 = phi ptr [ null, %5 ], [ %8, %6 ]
  ret ptr %10
}

define internal i32 @__sv_no_memory() {
  %1 = alloca i32, align 4
  %2 = call zeroext i1 @__selvedge_memory_is_left()
  br i1 %2, label %3, label %4

3:
  store i32 0, ptr %1, align 4
  br label %6

4:
  %5 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 12, ptr %5, align 4
  store i32 1, ptr %1, align 4
  br label %6

6:
  %7 = load i32, ptr %1, align 4
  ret i32 %7
}

declare ptr @__selvedge_heap_alloc(i64, i32)

define ptr @calloc(i64 %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load i64, ptr %4, align 8
  %7 = load i64, ptr %5, align 8
  %8 = call i32 @__sv_too_big(i64 %6, i64 %7)
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %12

10:
  %11 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 12, ptr %11, align 4
  store ptr null, ptr %3, align 8
  br label %23

12:
  %13 = call i32 @__sv_no_memory()
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %16

15:
  br label %21

16:
  %17 = load i64, ptr %4, align 8
  %18 = load i64, ptr %5, align 8
  %19 = mul i64 %17, %18
  %20 = call ptr @__selvedge_heap_alloc(i64 %19, i32 1)
  br label %21

21:
  %22 = phi ptr [ null, %15 ], [ %20, %16 ]
  store ptr %22, ptr %3, align 8
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define internal i32 @__sv_too_big(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp ne i64 %5, 0
  br i1 %6, label %7, label %12

7:
  %8 = load i64, ptr %3, align 8
  %9 = load i64, ptr %4, align 8
  %10 = udiv i64 9223372036854775807, %9
  %11 = icmp ugt i64 %8, %10
  br label %12

12:
  %13 = phi i1 [ false, %2 ], [ %11, %7 ]
  %14 = zext i1 %13 to i32
  ret i32 %14
}

declare ptr @llvm.threadlocal.address.p0(ptr)

define ptr @realloc(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = call i32 @__sv_no_memory()
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %8

7:
  br label %12

8:
  %9 = load ptr, ptr %3, align 8
  %10 = load i64, ptr %4, align 8
  %11 = call ptr @__sv_realloc(ptr %9, i64 %10)
  br label %12

12:
  %13 = phi ptr [ null, %7 ], [ %11, %8 ]
  ret ptr %13
}

define internal ptr @__sv_realloc(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = icmp ne ptr %8, null
  br i1 %9, label %13, label %10

10:
  %11 = load i64, ptr %5, align 8
  %12 = call ptr @__selvedge_heap_alloc(i64 %11, i32 0)
  store ptr %12, ptr %3, align 8
  br label %36

13:
  %14 = load i64, ptr %5, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %18

16:
  %17 = load ptr, ptr %4, align 8
  call void @__selvedge_heap_free(ptr %17)
  store ptr null, ptr %3, align 8
  br label %36

18:
  %19 = load ptr, ptr %4, align 8
  %20 = call i64 @__selvedge_object_size(ptr %19)
  store i64 %20, ptr %6, align 8
  %21 = load i64, ptr %5, align 8
  %22 = call ptr @__selvedge_heap_alloc(i64 %21, i32 0)
  store ptr %22, ptr %7, align 8
  %23 = load ptr, ptr %7, align 8
  %24 = load ptr, ptr %4, align 8
  %25 = load i64, ptr %6, align 8
  %26 = load i64, ptr %5, align 8
  %27 = icmp ult i64 %25, %26
  br i1 %27, label %28, label %30

28:
  %29 = load i64, ptr %6, align 8
  br label %32

30:
  %31 = load i64, ptr %5, align 8
  br label %32

32:
  %33 = phi i64 [ %29, %28 ], [ %31, %30 ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %23, ptr align 1 %24, i64 %33, i1 false)
  %34 = load ptr, ptr %4, align 8
  call void @__selvedge_heap_free(ptr %34)
  %35 = load ptr, ptr %7, align 8
  store ptr %35, ptr %3, align 8
  br label %36

36:
  %37 = load ptr, ptr %3, align 8
  ret ptr %37
}

define ptr @reallocarray(ptr %0, i64 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %8 = load i64, ptr %6, align 8
  %9 = load i64, ptr %7, align 8
  %10 = call i32 @__sv_too_big(i64 %8, i64 %9)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %14

12:
  %13 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 12, ptr %13, align 4
  store ptr null, ptr %4, align 8
  br label %26

14:
  %15 = call i32 @__sv_no_memory()
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %18

17:
  br label %24

18:
  %19 = load ptr, ptr %5, align 8
  %20 = load i64, ptr %6, align 8
  %21 = load i64, ptr %7, align 8
  %22 = mul i64 %20, %21
  %23 = call ptr @__sv_realloc(ptr %19, i64 %22)
  br label %24

24:
  %25 = phi ptr [ null, %17 ], [ %23, %18 ]
  store ptr %25, ptr %4, align 8
  br label %26

26:
  %27 = load ptr, ptr %4, align 8
  ret ptr %27
}

define void @cfree(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__selvedge_heap_free(ptr %3)
  ret void
}

declare void @__selvedge_heap_free(ptr)

define i64 @malloc_usable_size(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %8

5:
  %6 = load ptr, ptr %2, align 8
  %7 = call i64 @__selvedge_object_size(ptr %6)
  br label %9

8:
  br label %9

9:
  %10 = phi i64 [ %7, %5 ], [ 0, %8 ]
  ret i64 %10
}

declare i64 @__selvedge_object_size(ptr)

define ptr @aligned_alloc(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @__sv_aligned(i64 %5, i64 %6)
  ret ptr %7
}

define internal ptr @__sv_aligned(i64 %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call i32 @__sv_power_of_two(i64 %6)
  %8 = icmp ne i32 %7, 0
  br i1 %8, label %11, label %9

9:
  %10 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 22, ptr %10, align 4
  store ptr null, ptr %3, align 8
  br label %20

11:
  %12 = call i32 @__sv_no_memory()
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %15

14:
  br label %18

15:
  %16 = load i64, ptr %5, align 8
  %17 = call ptr @__selvedge_heap_alloc(i64 %16, i32 0)
  br label %18

18:
  %19 = phi ptr [ null, %14 ], [ %17, %15 ]
  store ptr %19, ptr %3, align 8
  br label %20

20:
  %21 = load ptr, ptr %3, align 8
  ret ptr %21
}

define ptr @memalign(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @__sv_aligned(i64 %5, i64 %6)
  ret ptr %7
}

define ptr @valloc(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = call i32 @__sv_no_memory()
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %5, label %6

5:
  br label %9

6:
  %7 = load i64, ptr %2, align 8
  %8 = call ptr @__selvedge_heap_alloc(i64 %7, i32 0)
  br label %9

9:
  %10 = phi ptr [ null, %5 ], [ %8, %6 ]
  ret ptr %10
}

define ptr @pvalloc(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = call i32 @__sv_no_memory()
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %5, label %6

5:
  br label %11

6:
  %7 = load i64, ptr %2, align 8
  %8 = add i64 %7, 4095
  %9 = and i64 %8, -4096
  %10 = call ptr @__selvedge_heap_alloc(i64 %9, i32 0)
  br label %11

11:
  %12 = phi ptr [ null, %5 ], [ %10, %6 ]
  ret ptr %12
}

define i32 @posix_memalign(ptr %0, i64 %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %8 = load i64, ptr %6, align 8
  %9 = call i32 @__sv_power_of_two(i64 %8)
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %15

11:
  %12 = load i64, ptr %6, align 8
  %13 = urem i64 %12, 8
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %16

15:
  store i32 22, ptr %4, align 4
  br label %23

16:
  %17 = call zeroext i1 @__selvedge_memory_is_left()
  br i1 %17, label %19, label %18

18:
  store i32 12, ptr %4, align 4
  br label %23

19:
  %20 = load i64, ptr %7, align 8
  %21 = call ptr @__selvedge_heap_alloc(i64 %20, i32 0)
  %22 = load ptr, ptr %5, align 8
  store ptr %21, ptr %22, align 8
  store i32 0, ptr %4, align 4
  br label %23

23:
  %24 = load i32, ptr %4, align 4
  ret i32 %24
}

define internal i32 @__sv_power_of_two(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp ne i64 %3, 0
  br i1 %4, label %5, label %11

5:
  %6 = load i64, ptr %2, align 8
  %7 = load i64, ptr %2, align 8
  %8 = sub i64 %7, 1
  %9 = and i64 %6, %8
  %10 = icmp eq i64 %9, 0
  br label %11

11:
  %12 = phi i1 [ false, %1 ], [ %10, %5 ]
  %13 = zext i1 %12 to i32
  ret i32 %13
}

declare zeroext i1 @__selvedge_memory_is_left()

define i64 @strlen(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_strlen(ptr %3)
  ret i64 %4
}

define internal i64 @__sv_strlen(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  store i64 0, ptr %3, align 8
  br label %4

4:
  %5 = load ptr, ptr %2, align 8
  %6 = load i64, ptr %3, align 8
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 %6
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %14

11:
  %12 = load i64, ptr %3, align 8
  %13 = add i64 %12, 1
  store i64 %13, ptr %3, align 8
  br label %4

14:
  %15 = load i64, ptr %3, align 8
  ret i64 %15
}

define i64 @strnlen(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call i64 @__sv_strnlen(ptr %5, i64 %6)
  ret i64 %7
}

define internal i64 @__sv_strnlen(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:
  %7 = load i64, ptr %5, align 8
  %8 = load i64, ptr %4, align 8
  %9 = icmp ult i64 %7, %8
  br i1 %9, label %10, label %17

10:
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 %12
  %14 = load i8, ptr %13, align 1
  %15 = sext i8 %14 to i32
  %16 = icmp ne i32 %15, 0
  br label %17

17:
  %18 = phi i1 [ false, %6 ], [ %16, %10 ]
  br i1 %18, label %19, label %22

19:
  %20 = load i64, ptr %5, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %5, align 8
  br label %6

22:
  %23 = load i64, ptr %5, align 8
  ret i64 %23
}

define ptr @strcpy(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_stpcpy(ptr %5, ptr %6)
  %8 = load ptr, ptr %3, align 8
  ret ptr %8
}

define internal ptr @__sv_stpcpy(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = getelementptr inbounds nuw i8, ptr %7, i64 %8
  %10 = load i8, ptr %9, align 1
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 %12
  store i8 %10, ptr %13, align 1
  %14 = sext i8 %10 to i32
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %19

16:
  %17 = load i64, ptr %5, align 8
  %18 = add i64 %17, 1
  store i64 %18, ptr %5, align 8
  br label %6

19:
  %20 = load ptr, ptr %3, align 8
  %21 = load i64, ptr %5, align 8
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 %21
  ret ptr %22
}

define ptr @stpcpy(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_stpcpy(ptr %5, ptr %6)
  ret ptr %7
}

define ptr @strncpy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @__sv_strncpy(ptr %7, ptr %8, i64 %9)
  %11 = load ptr, ptr %4, align 8
  ret ptr %11
}

define internal ptr @__sv_strncpy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %9

9:
  %10 = load i64, ptr %7, align 8
  %11 = load i64, ptr %6, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %13, label %20

13:
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 %15
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp ne i32 %18, 0
  br label %20

20:
  %21 = phi i1 [ false, %9 ], [ %19, %13 ]
  br i1 %21, label %22, label %33

22:
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr %7, align 8
  %25 = getelementptr inbounds nuw i8, ptr %23, i64 %24
  %26 = load i8, ptr %25, align 1
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr %7, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 %28
  store i8 %26, ptr %29, align 1
  br label %30

30:
  %31 = load i64, ptr %7, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %7, align 8
  br label %9

33:
  %34 = load i64, ptr %7, align 8
  store i64 %34, ptr %8, align 8
  br label %35

35:
  %36 = load i64, ptr %8, align 8
  %37 = load i64, ptr %6, align 8
  %38 = icmp ult i64 %36, %37
  br i1 %38, label %39, label %46

39:
  %40 = load ptr, ptr %4, align 8
  %41 = load i64, ptr %8, align 8
  %42 = getelementptr inbounds nuw i8, ptr %40, i64 %41
  store i8 0, ptr %42, align 1
  br label %43

43:
  %44 = load i64, ptr %8, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %8, align 8
  br label %35

46:
  %47 = load ptr, ptr %4, align 8
  %48 = load i64, ptr %7, align 8
  %49 = getelementptr inbounds nuw i8, ptr %47, i64 %48
  ret ptr %49
}

define ptr @stpncpy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @__sv_strncpy(ptr %7, ptr %8, i64 %9)
  ret ptr %10
}

define ptr @strcat(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_strcat(ptr %5, ptr %6)
  ret ptr %7
}

define internal ptr @__sv_strcat(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call i64 @__sv_strlen(ptr %6)
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 %7
  %9 = load ptr, ptr %4, align 8
  %10 = call ptr @__sv_stpcpy(ptr %8, ptr %9)
  %11 = load ptr, ptr %3, align 8
  ret ptr %11
}

define ptr @strncat(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @__sv_strncat(ptr %7, ptr %8, i64 %9)
  ret ptr %10
}

define internal ptr @__sv_strncat(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call i64 @__sv_strlen(ptr %10)
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 %11
  store ptr %12, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %13

13:
  %14 = load i64, ptr %8, align 8
  %15 = load i64, ptr %6, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %17, label %24

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %8, align 8
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 %19
  %21 = load i8, ptr %20, align 1
  %22 = sext i8 %21 to i32
  %23 = icmp ne i32 %22, 0
  br label %24

24:
  %25 = phi i1 [ false, %13 ], [ %23, %17 ]
  br i1 %25, label %26, label %37

26:
  %27 = load ptr, ptr %5, align 8
  %28 = load i64, ptr %8, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 %28
  %30 = load i8, ptr %29, align 1
  %31 = load ptr, ptr %7, align 8
  %32 = load i64, ptr %8, align 8
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 %32
  store i8 %30, ptr %33, align 1
  br label %34

34:
  %35 = load i64, ptr %8, align 8
  %36 = add i64 %35, 1
  store i64 %36, ptr %8, align 8
  br label %13

37:
  %38 = load ptr, ptr %7, align 8
  %39 = load i64, ptr %8, align 8
  %40 = getelementptr inbounds nuw i8, ptr %38, i64 %39
  store i8 0, ptr %40, align 1
  %41 = load ptr, ptr %4, align 8
  ret ptr %41
}

define i64 @strlcpy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i64 @__sv_strlcpy(ptr %7, ptr %8, i64 %9)
  ret i64 %10
}

define internal i64 @__sv_strlcpy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %8

8:
  %9 = load i64, ptr %7, align 8
  %10 = add i64 %9, 1
  %11 = load i64, ptr %6, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %13, label %20

13:
  %14 = load ptr, ptr %5, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds nuw i8, ptr %14, i64 %15
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp ne i32 %18, 0
  br label %20

20:
  %21 = phi i1 [ false, %8 ], [ %19, %13 ]
  br i1 %21, label %22, label %33

22:
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr %7, align 8
  %25 = getelementptr inbounds nuw i8, ptr %23, i64 %24
  %26 = load i8, ptr %25, align 1
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr %7, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 %28
  store i8 %26, ptr %29, align 1
  br label %30

30:
  %31 = load i64, ptr %7, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %7, align 8
  br label %8

33:
  %34 = load i64, ptr %6, align 8
  %35 = icmp ugt i64 %34, 0
  br i1 %35, label %36, label %40

36:
  %37 = load ptr, ptr %4, align 8
  %38 = load i64, ptr %7, align 8
  %39 = getelementptr inbounds nuw i8, ptr %37, i64 %38
  store i8 0, ptr %39, align 1
  br label %40

40:
  %41 = load i64, ptr %7, align 8
  %42 = load ptr, ptr %5, align 8
  %43 = load i64, ptr %7, align 8
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 %43
  %45 = call i64 @__sv_strlen(ptr %44)
  %46 = add i64 %41, %45
  ret i64 %46
}

define i64 @strlcat(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i64 @__sv_strnlen(ptr %8, i64 %9)
  store i64 %10, ptr %7, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr %7, align 8
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 %13
  %15 = load ptr, ptr %5, align 8
  %16 = load i64, ptr %6, align 8
  %17 = load i64, ptr %7, align 8
  %18 = sub i64 %16, %17
  %19 = call i64 @__sv_strlcpy(ptr %14, ptr %15, i64 %18)
  %20 = add i64 %11, %19
  ret i64 %20
}

define i32 @strcmp(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_strncmp(ptr %5, ptr %6, i64 -1)
  ret i32 %7
}

define internal i32 @__sv_strncmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i8, align 1
  %10 = alloca i8, align 1
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %11

11:
  %12 = load i64, ptr %8, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %15, label %46

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load i64, ptr %8, align 8
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 %17
  %19 = load i8, ptr %18, align 1
  store i8 %19, ptr %9, align 1
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr %8, align 8
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 %21
  %23 = load i8, ptr %22, align 1
  store i8 %23, ptr %10, align 1
  %24 = load i8, ptr %9, align 1
  %25 = zext i8 %24 to i32
  %26 = load i8, ptr %10, align 1
  %27 = zext i8 %26 to i32
  %28 = icmp ne i32 %25, %27
  br i1 %28, label %29, label %37

29:
  %30 = load i8, ptr %9, align 1
  %31 = zext i8 %30 to i32
  %32 = load i8, ptr %10, align 1
  %33 = zext i8 %32 to i32
  %34 = icmp slt i32 %31, %33
  %35 = zext i1 %34 to i64
  %36 = select i1 %34, i32 -1, i32 1
  store i32 %36, ptr %4, align 4
  br label %47

37:
  %38 = load i8, ptr %9, align 1
  %39 = zext i8 %38 to i32
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %41, label %42

41:
  store i32 0, ptr %4, align 4
  br label %47

42:
  br label %43

43:
  %44 = load i64, ptr %8, align 8
  %45 = add i64 %44, 1
  store i64 %45, ptr %8, align 8
  br label %11

46:
  store i32 0, ptr %4, align 4
  br label %47

47:
  %48 = load i32, ptr %4, align 4
  ret i32 %48
}

define i32 @strncmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i32 @__sv_strncmp(ptr %7, ptr %8, i64 %9)
  ret i32 %10
}

define i32 @strcoll(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_strncmp(ptr %5, ptr %6, i64 -1)
  ret i32 %7
}

define i32 @strcasecmp(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_strncasecmp(ptr %5, ptr %6, i64 -1)
  ret i32 %7
}

define internal i32 @__sv_strncasecmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %11

11:
  %12 = load i64, ptr %8, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %15, label %43

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load i64, ptr %8, align 8
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 %17
  %19 = load i8, ptr %18, align 1
  %20 = zext i8 %19 to i32
  %21 = call i32 @__sv_lower(i32 %20)
  store i32 %21, ptr %9, align 4
  %22 = load ptr, ptr %6, align 8
  %23 = load i64, ptr %8, align 8
  %24 = getelementptr inbounds nuw i8, ptr %22, i64 %23
  %25 = load i8, ptr %24, align 1
  %26 = zext i8 %25 to i32
  %27 = call i32 @__sv_lower(i32 %26)
  store i32 %27, ptr %10, align 4
  %28 = load i32, ptr %9, align 4
  %29 = load i32, ptr %10, align 4
  %30 = icmp ne i32 %28, %29
  br i1 %30, label %31, label %35

31:
  %32 = load i32, ptr %9, align 4
  %33 = load i32, ptr %10, align 4
  %34 = sub nsw i32 %32, %33
  store i32 %34, ptr %4, align 4
  br label %44

35:
  %36 = load i32, ptr %9, align 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %38, label %39

38:
  store i32 0, ptr %4, align 4
  br label %44

39:
  br label %40

40:
  %41 = load i64, ptr %8, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %8, align 8
  br label %11

43:
  store i32 0, ptr %4, align 4
  br label %44

44:
  %45 = load i32, ptr %4, align 4
  ret i32 %45
}

define i32 @strncasecmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i32 @__sv_strncasecmp(ptr %7, ptr %8, i64 %9)
  ret i32 %10
}

define ptr @strchr(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call ptr @__sv_strchr(ptr %5, i32 %6)
  ret ptr %7
}

define internal ptr @__sv_strchr(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = load i32, ptr %4, align 4
  %8 = call ptr @__sv_strchrnul(ptr %6, i32 %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i8, ptr %9, align 1
  %11 = sext i8 %10 to i32
  %12 = load i32, ptr %4, align 4
  %13 = trunc i32 %12 to i8
  %14 = sext i8 %13 to i32
  %15 = icmp eq i32 %11, %14
  br i1 %15, label %16, label %18

16:
  %17 = load ptr, ptr %5, align 8
  br label %19

18:
  br label %19

19:
  %20 = phi ptr [ %17, %16 ], [ null, %18 ]
  ret ptr %20
}

define ptr @index(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call ptr @__sv_strchr(ptr %5, i32 %6)
  ret ptr %7
}

define ptr @strchrnul(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call ptr @__sv_strchrnul(ptr %5, i32 %6)
  ret ptr %7
}

define internal ptr @__sv_strchrnul(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  br label %5

5:
  %6 = load ptr, ptr %3, align 8
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %18

10:
  %11 = load ptr, ptr %3, align 8
  %12 = load i8, ptr %11, align 1
  %13 = sext i8 %12 to i32
  %14 = load i32, ptr %4, align 4
  %15 = trunc i32 %14 to i8
  %16 = sext i8 %15 to i32
  %17 = icmp ne i32 %13, %16
  br label %18

18:
  %19 = phi i1 [ false, %5 ], [ %17, %10 ]
  br i1 %19, label %20, label %23

20:
  %21 = load ptr, ptr %3, align 8
  %22 = getelementptr inbounds nuw i8, ptr %21, i32 1
  store ptr %22, ptr %3, align 8
  br label %5

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @strrchr(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call ptr @__sv_strrchr(ptr %5, i32 %6)
  ret ptr %7
}

define internal ptr @__sv_strrchr(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store ptr null, ptr %5, align 8
  br label %6

6:
  %7 = load ptr, ptr %3, align 8
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = load i32, ptr %4, align 4
  %11 = trunc i32 %10 to i8
  %12 = sext i8 %11 to i32
  %13 = icmp eq i32 %9, %12
  br i1 %13, label %14, label %16

14:
  %15 = load ptr, ptr %3, align 8
  store ptr %15, ptr %5, align 8
  br label %16

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load i8, ptr %17, align 1
  %19 = sext i8 %18 to i32
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %23

21:
  %22 = load ptr, ptr %5, align 8
  ret ptr %22

23:
  br label %24

24:
  %25 = load ptr, ptr %3, align 8
  %26 = getelementptr inbounds nuw i8, ptr %25, i32 1
  store ptr %26, ptr %3, align 8
  br label %6
}

define ptr @rindex(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call ptr @__sv_strrchr(ptr %5, i32 %6)
  ret ptr %7
}

define ptr @strstr(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_find(ptr %5, ptr %6, i32 0)
  ret ptr %7
}

define internal ptr @__sv_find(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  br label %8

8:
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i32, ptr %7, align 4
  %12 = call i32 @__sv_starts_with(ptr %9, ptr %10, i32 %11)
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %16

14:
  %15 = load ptr, ptr %5, align 8
  store ptr %15, ptr %4, align 8
  br label %26

16:
  %17 = load ptr, ptr %5, align 8
  %18 = load i8, ptr %17, align 1
  %19 = sext i8 %18 to i32
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %22

21:
  store ptr null, ptr %4, align 8
  br label %26

22:
  br label %23

23:
  %24 = load ptr, ptr %5, align 8
  %25 = getelementptr inbounds nuw i8, ptr %24, i32 1
  store ptr %25, ptr %5, align 8
  br label %8

26:
  %27 = load ptr, ptr %4, align 8
  ret ptr %27
}

define ptr @strcasestr(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_find(ptr %5, ptr %6, i32 1)
  ret ptr %7
}

define i64 @strspn(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @__sv_span(ptr %5, ptr %6, i32 1)
  ret i64 %7
}

define internal i64 @__sv_span(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  store i64 0, ptr %7, align 8
  br label %8

8:
  %9 = load ptr, ptr %4, align 8
  %10 = load i64, ptr %7, align 8
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 %10
  %12 = load i8, ptr %11, align 1
  %13 = sext i8 %12 to i32
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %27

15:
  %16 = load ptr, ptr %5, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %7, align 8
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 %18
  %20 = load i8, ptr %19, align 1
  %21 = sext i8 %20 to i32
  %22 = call ptr @__sv_strchr(ptr %16, i32 %21)
  %23 = icmp ne ptr %22, null
  %24 = zext i1 %23 to i32
  %25 = load i32, ptr %6, align 4
  %26 = icmp eq i32 %24, %25
  br label %27

27:
  %28 = phi i1 [ false, %8 ], [ %26, %15 ]
  br i1 %28, label %29, label %32

29:
  %30 = load i64, ptr %7, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %7, align 8
  br label %8

32:
  %33 = load i64, ptr %7, align 8
  ret i64 %33
}

define i64 @strcspn(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @__sv_span(ptr %5, ptr %6, i32 0)
  ret i64 %7
}

define ptr @strpbrk(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @__sv_span(ptr %5, ptr %6, i32 0)
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 %7
  store ptr %9, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i8, ptr %10, align 1
  %12 = sext i8 %11 to i32
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %16

14:
  %15 = load ptr, ptr %3, align 8
  br label %17

16:
  br label %17

17:
  %18 = phi ptr [ %15, %14 ], [ null, %16 ]
  ret ptr %18
}

define ptr @strtok_r(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call ptr @__sv_strtok(ptr %7, ptr %8, ptr %9)
  ret ptr %10
}

define internal ptr @__sv_strtok(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %14, label %11

11:
  %12 = load ptr, ptr %7, align 8
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %5, align 8
  br label %14

14:
  %15 = load ptr, ptr %5, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = call i64 @__sv_span(ptr %15, ptr %16, i32 1)
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 %17
  store ptr %19, ptr %5, align 8
  %20 = load ptr, ptr %5, align 8
  %21 = load i8, ptr %20, align 1
  %22 = sext i8 %21 to i32
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %24, label %27

24:
  %25 = load ptr, ptr %5, align 8
  %26 = load ptr, ptr %7, align 8
  store ptr %25, ptr %26, align 8
  store ptr null, ptr %4, align 8
  br label %44

27:
  %28 = load ptr, ptr %5, align 8
  %29 = load ptr, ptr %5, align 8
  %30 = load ptr, ptr %6, align 8
  %31 = call i64 @__sv_span(ptr %29, ptr %30, i32 0)
  %32 = getelementptr inbounds nuw i8, ptr %28, i64 %31
  store ptr %32, ptr %8, align 8
  %33 = load ptr, ptr %8, align 8
  %34 = load i8, ptr %33, align 1
  %35 = sext i8 %34 to i32
  %36 = icmp ne i32 %35, 0
  br i1 %36, label %37, label %40

37:
  %38 = load ptr, ptr %8, align 8
  %39 = getelementptr inbounds nuw i8, ptr %38, i32 1
  store ptr %39, ptr %8, align 8
  store i8 0, ptr %38, align 1
  br label %40

40:
  %41 = load ptr, ptr %8, align 8
  %42 = load ptr, ptr %7, align 8
  store ptr %41, ptr %42, align 8
  %43 = load ptr, ptr %5, align 8
  store ptr %43, ptr %4, align 8
  br label %44

44:
  %45 = load ptr, ptr %4, align 8
  ret ptr %45
}

define ptr @__strtok_r(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call ptr @__sv_strtok(ptr %7, ptr %8, ptr %9)
  ret ptr %10
}

define ptr @strtok(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_strtok(ptr %5, ptr %6, ptr @__sv_strtok_rest)
  ret ptr %7
}

define ptr @strsep(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %6, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %13, label %12

12:
  store ptr null, ptr %3, align 8
  br label %32

13:
  %14 = load ptr, ptr %6, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load ptr, ptr %5, align 8
  %17 = call i64 @__sv_span(ptr %15, ptr %16, i32 0)
  %18 = getelementptr inbounds nuw i8, ptr %14, i64 %17
  store ptr %18, ptr %7, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = load i8, ptr %19, align 1
  %21 = sext i8 %20 to i32
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %26

23:
  %24 = load ptr, ptr %7, align 8
  %25 = getelementptr inbounds i8, ptr %24, i64 1
  br label %27

26:
  br label %27

27:
  %28 = phi ptr [ %25, %23 ], [ null, %26 ]
  %29 = load ptr, ptr %4, align 8
  store ptr %28, ptr %29, align 8
  %30 = load ptr, ptr %7, align 8
  store i8 0, ptr %30, align 1
  %31 = load ptr, ptr %6, align 8
  store ptr %31, ptr %3, align 8
  br label %32

32:
  %33 = load ptr, ptr %3, align 8
  ret ptr %33
}

define ptr @strdup(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_strndup(ptr %3, i64 -1)
  ret ptr %4
}

define internal ptr @__sv_strndup(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = call i32 @__sv_no_memory()
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %8

7:
  br label %14

8:
  %9 = load ptr, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr %4, align 8
  %12 = call i64 @__sv_strnlen(ptr %10, i64 %11)
  %13 = call ptr @__sv_duplicate(ptr %9, i64 %12)
  br label %14

14:
  %15 = phi ptr [ null, %7 ], [ %13, %8 ]
  ret ptr %15
}

define ptr @__strdup(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_strndup(ptr %3, i64 -1)
  ret ptr %4
}

define ptr @strndup(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @__sv_strndup(ptr %5, i64 %6)
  ret ptr %7
}

define ptr @__strndup(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @__sv_strndup(ptr %5, i64 %6)
  ret ptr %7
}

define ptr @memchr(ptr %0, i32 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i32, ptr %5, align 4
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @__sv_memchr(ptr %7, i32 %8, i64 %9)
  ret ptr %10
}

define internal ptr @__sv_memchr(ptr %0, i32 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr %10, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %11

11:
  %12 = load i64, ptr %9, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %15, label %33

15:
  %16 = load ptr, ptr %8, align 8
  %17 = load i64, ptr %9, align 8
  %18 = getelementptr inbounds nuw i8, ptr %16, i64 %17
  %19 = load i8, ptr %18, align 1
  %20 = zext i8 %19 to i32
  %21 = load i32, ptr %6, align 4
  %22 = trunc i32 %21 to i8
  %23 = zext i8 %22 to i32
  %24 = icmp eq i32 %20, %23
  br i1 %24, label %25, label %29

25:
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr %9, align 8
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 %27
  store ptr %28, ptr %4, align 8
  br label %34

29:
  br label %30

30:
  %31 = load i64, ptr %9, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %9, align 8
  br label %11

33:
  store ptr null, ptr %4, align 8
  br label %34

34:
  %35 = load ptr, ptr %4, align 8
  ret ptr %35
}

define ptr @rawmemchr(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call ptr @__sv_memchr(ptr %5, i32 %6, i64 -1)
  ret ptr %7
}

define ptr @memrchr(ptr %0, i32 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i64 %2, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  store ptr %9, ptr %8, align 8
  br label %10

10:
  %11 = load i64, ptr %7, align 8
  %12 = add i64 %11, -1
  store i64 %12, ptr %7, align 8
  %13 = icmp ugt i64 %11, 0
  br i1 %13, label %14, label %29

14:
  %15 = load ptr, ptr %8, align 8
  %16 = load i64, ptr %7, align 8
  %17 = getelementptr inbounds nuw i8, ptr %15, i64 %16
  %18 = load i8, ptr %17, align 1
  %19 = zext i8 %18 to i32
  %20 = load i32, ptr %6, align 4
  %21 = trunc i32 %20 to i8
  %22 = zext i8 %21 to i32
  %23 = icmp eq i32 %19, %22
  br i1 %23, label %24, label %28

24:
  %25 = load ptr, ptr %8, align 8
  %26 = load i64, ptr %7, align 8
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 %26
  store ptr %27, ptr %4, align 8
  br label %30

28:
  br label %10

29:
  store ptr null, ptr %4, align 8
  br label %30

30:
  %31 = load ptr, ptr %4, align 8
  ret ptr %31
}

define i32 @memcmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i32 @__sv_memcmp(ptr %7, ptr %8, i64 %9)
  ret i32 %10
}

define internal i32 @__sv_memcmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %11 = load ptr, ptr %5, align 8
  store ptr %11, ptr %8, align 8
  %12 = load ptr, ptr %6, align 8
  store ptr %12, ptr %9, align 8
  store i64 0, ptr %10, align 8
  br label %13

13:
  %14 = load i64, ptr %10, align 8
  %15 = load i64, ptr %7, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %17, label %47

17:
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr %10, align 8
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 %19
  %21 = load i8, ptr %20, align 1
  %22 = zext i8 %21 to i32
  %23 = load ptr, ptr %9, align 8
  %24 = load i64, ptr %10, align 8
  %25 = getelementptr inbounds nuw i8, ptr %23, i64 %24
  %26 = load i8, ptr %25, align 1
  %27 = zext i8 %26 to i32
  %28 = icmp ne i32 %22, %27
  br i1 %28, label %29, label %43

29:
  %30 = load ptr, ptr %8, align 8
  %31 = load i64, ptr %10, align 8
  %32 = getelementptr inbounds nuw i8, ptr %30, i64 %31
  %33 = load i8, ptr %32, align 1
  %34 = zext i8 %33 to i32
  %35 = load ptr, ptr %9, align 8
  %36 = load i64, ptr %10, align 8
  %37 = getelementptr inbounds nuw i8, ptr %35, i64 %36
  %38 = load i8, ptr %37, align 1
  %39 = zext i8 %38 to i32
  %40 = icmp slt i32 %34, %39
  %41 = zext i1 %40 to i64
  %42 = select i1 %40, i32 -1, i32 1
  store i32 %42, ptr %4, align 4
  br label %48

43:
  br label %44

44:
  %45 = load i64, ptr %10, align 8
  %46 = add i64 %45, 1
  store i64 %46, ptr %10, align 8
  br label %13

47:
  store i32 0, ptr %4, align 4
  br label %48

48:
  %49 = load i32, ptr %4, align 4
  ret i32 %49
}

define i32 @bcmp(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i32 @__sv_memcmp(ptr %7, ptr %8, i64 %9)
  ret i32 %10
}

define ptr @memmem(ptr %0, i64 %1, ptr %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %12 = load ptr, ptr %6, align 8
  store ptr %12, ptr %10, align 8
  store i64 0, ptr %11, align 8
  br label %13

13:
  %14 = load i64, ptr %11, align 8
  %15 = load i64, ptr %9, align 8
  %16 = add i64 %14, %15
  %17 = load i64, ptr %7, align 8
  %18 = icmp ule i64 %16, %17
  br i1 %18, label %19, label %35

19:
  %20 = load ptr, ptr %10, align 8
  %21 = load i64, ptr %11, align 8
  %22 = getelementptr inbounds nuw i8, ptr %20, i64 %21
  %23 = load ptr, ptr %8, align 8
  %24 = load i64, ptr %9, align 8
  %25 = call i32 @__sv_memcmp(ptr %22, ptr %23, i64 %24)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %31

27:
  %28 = load ptr, ptr %10, align 8
  %29 = load i64, ptr %11, align 8
  %30 = getelementptr inbounds nuw i8, ptr %28, i64 %29
  store ptr %30, ptr %5, align 8
  br label %36

31:
  br label %32

32:
  %33 = load i64, ptr %11, align 8
  %34 = add i64 %33, 1
  store i64 %34, ptr %11, align 8
  br label %13

35:
  store ptr null, ptr %5, align 8
  br label %36

36:
  %37 = load ptr, ptr %5, align 8
  ret ptr %37
}

define ptr @memccpy(ptr %0, ptr %1, i32 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store i64 %3, ptr %8, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i32, ptr %7, align 4
  %12 = load i64, ptr %8, align 8
  %13 = call ptr @__sv_memchr(ptr %10, i32 %11, i64 %12)
  store ptr %13, ptr %9, align 8
  %14 = load ptr, ptr %9, align 8
  %15 = icmp ne ptr %14, null
  br i1 %15, label %16, label %23

16:
  %17 = load ptr, ptr %9, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = ptrtoint ptr %17 to i64
  %20 = ptrtoint ptr %18 to i64
  %21 = sub i64 %19, %20
  %22 = add i64 %21, 1
  store i64 %22, ptr %8, align 8
  br label %23

23:
  %24 = load ptr, ptr %5, align 8
  %25 = load ptr, ptr %6, align 8
  %26 = load i64, ptr %8, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %24, ptr align 1 %25, i64 %26, i1 false)
  %27 = load ptr, ptr %9, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %29, label %33

29:
  %30 = load ptr, ptr %5, align 8
  %31 = load i64, ptr %8, align 8
  %32 = getelementptr inbounds nuw i8, ptr %30, i64 %31
  br label %34

33:
  br label %34

34:
  %35 = phi ptr [ %32, %29 ], [ null, %33 ]
  ret ptr %35
}

declare void @llvm.memcpy.p0.p0.i64(ptr captures(none), ptr captures(none), i64, i1)

define ptr @mempcpy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %7, ptr align 1 %8, i64 %9, i1 false)
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %6, align 8
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 %11
  ret ptr %12
}

define void @bcopy(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load i64, ptr %6, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %7, ptr align 1 %8, i64 %9, i1 false)
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr captures(none), ptr captures(none), i64, i1)

define void @bzero(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %5, i8 0, i64 %6, i1 false)
  ret void
}

declare void @llvm.memset.p0.i64(ptr captures(none), i8, i64, i1)

define void @explicit_bzero(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %5, i8 0, i64 %6, i1 false)
  ret void
}

define ptr @__memcpy_chk(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load ptr, ptr %5, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = load i64, ptr %7, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %11, ptr align 1 %12, i64 %13, i1 false)
  ret ptr %11
}

define internal void @__sv_fits(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp ugt i64 %5, %6
  br i1 %7, label %8, label %9

8:
  call void @__selvedge_assert_fail(ptr @.str.15)
  unreachable

9:
  ret void
}

define ptr @__memmove_chk(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load ptr, ptr %5, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = load i64, ptr %7, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %11, ptr align 1 %12, i64 %13, i1 false)
  ret ptr %11
}

define ptr @__memset_chk(ptr %0, i32 %1, i64 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load ptr, ptr %5, align 8
  %12 = load i32, ptr %6, align 4
  %13 = trunc i32 %12 to i8
  %14 = load i64, ptr %7, align 8
  call void @llvm.memset.p0.i64(ptr align 1 %11, i8 %13, i64 %14, i1 false)
  ret ptr %11
}

define ptr @__strcpy_chk(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = call i64 @__sv_strlen(ptr %7)
  %9 = add i64 %8, 1
  %10 = load i64, ptr %6, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load ptr, ptr %4, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = call ptr @__sv_stpcpy(ptr %11, ptr %12)
  %14 = load ptr, ptr %4, align 8
  ret ptr %14
}

define ptr @__stpcpy_chk(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = call i64 @__sv_strlen(ptr %7)
  %9 = add i64 %8, 1
  %10 = load i64, ptr %6, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load ptr, ptr %4, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = call ptr @__sv_stpcpy(ptr %11, ptr %12)
  ret ptr %13
}

define ptr @__strncpy_chk(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load ptr, ptr %5, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = load i64, ptr %7, align 8
  %14 = call ptr @__sv_strncpy(ptr %11, ptr %12, i64 %13)
  %15 = load ptr, ptr %5, align 8
  ret ptr %15
}

define ptr @__strcat_chk(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i64 @__sv_strlen(ptr %7)
  %9 = load ptr, ptr %5, align 8
  %10 = call i64 @__sv_strlen(ptr %9)
  %11 = add i64 %8, %10
  %12 = add i64 %11, 1
  %13 = load i64, ptr %6, align 8
  call void @__sv_fits(i64 %12, i64 %13)
  %14 = load ptr, ptr %4, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = call ptr @__sv_strcat(ptr %14, ptr %15)
  ret ptr %16
}

define ptr @__strncat_chk(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = call i64 @__sv_strlen(ptr %9)
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = call i64 @__sv_strnlen(ptr %11, i64 %12)
  %14 = add i64 %10, %13
  %15 = add i64 %14, 1
  %16 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %15, i64 %16)
  %17 = load ptr, ptr %5, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = call ptr @__sv_strncat(ptr %17, ptr %18, i64 %19)
  ret ptr %20
}

define ptr @strerror(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call ptr @__sv_error_text(i32 %3)
  ret ptr %4
}

define internal ptr @__sv_error_text(i32 %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  switch i32 %4, label %21 [
    i32 0, label %5
    i32 1, label %6
    i32 2, label %7
    i32 3, label %8
    i32 4, label %9
    i32 5, label %10
    i32 9, label %11
    i32 11, label %12
    i32 12, label %13
    i32 13, label %14
    i32 16, label %15
    i32 17, label %16
    i32 22, label %17
    i32 34, label %18
    i32 35, label %19
    i32 110, label %20
  ]

5:
  store ptr @.str.79, ptr %2, align 8
  br label %22

6:
  store ptr @.str.80, ptr %2, align 8
  br label %22

7:
  store ptr @.str.81, ptr %2, align 8
  br label %22

8:
  store ptr @.str.82, ptr %2, align 8
  br label %22

9:
  store ptr @.str.83, ptr %2, align 8
  br label %22

10:
  store ptr @.str.84, ptr %2, align 8
  br label %22

11:
  store ptr @.str.85, ptr %2, align 8
  br label %22

12:
  store ptr @.str.86, ptr %2, align 8
  br label %22

13:
  store ptr @.str.87, ptr %2, align 8
  br label %22

14:
  store ptr @.str.88, ptr %2, align 8
  br label %22

15:
  store ptr @.str.89, ptr %2, align 8
  br label %22

16:
  store ptr @.str.90, ptr %2, align 8
  br label %22

17:
  store ptr @.str.91, ptr %2, align 8
  br label %22

18:
  store ptr @.str.92, ptr %2, align 8
  br label %22

19:
  store ptr @.str.93, ptr %2, align 8
  br label %22

20:
  store ptr @.str.94, ptr %2, align 8
  br label %22

21:
  store ptr @.str.95, ptr %2, align 8
  br label %22

22:
  %23 = load ptr, ptr %2, align 8
  ret ptr %23
}

define ptr @strerror_r(i32 %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i32, ptr %4, align 4
  %8 = call ptr @__sv_error_text(i32 %7)
  ret ptr %8
}

define i32 @__xpg_strerror_r(i32 %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = load i32, ptr %4, align 4
  %9 = call ptr @__sv_error_text(i32 %8)
  %10 = load i64, ptr %6, align 8
  %11 = call i64 @__sv_strlcpy(ptr %7, ptr %9, i64 %10)
  %12 = load i64, ptr %6, align 8
  %13 = icmp uge i64 %11, %12
  %14 = zext i1 %13 to i64
  %15 = select i1 %13, i32 34, i32 0
  ret i32 %15
}

define ptr @__ctype_b_loc() {
  ret ptr @__sv_classes_at_zero
}

define ptr @__ctype_tolower_loc() {
  ret ptr @__sv_lowers_at_zero
}

define ptr @__ctype_toupper_loc() {
  ret ptr @__sv_uppers_at_zero
}

define i64 @__ctype_get_mb_cur_max() {
  ret i64 1
}

define i32 @isalnum(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 65
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 90
  br i1 %7, label %22, label %8

8:
  %9 = load i32, ptr %2, align 4
  %10 = icmp sge i32 %9, 97
  br i1 %10, label %11, label %14

11:
  %12 = load i32, ptr %2, align 4
  %13 = icmp sle i32 %12, 122
  br i1 %13, label %22, label %14

14:
  %15 = load i32, ptr %2, align 4
  %16 = icmp sge i32 %15, 48
  br i1 %16, label %17, label %20

17:
  %18 = load i32, ptr %2, align 4
  %19 = icmp sle i32 %18, 57
  br label %20

20:
  %21 = phi i1 [ false, %14 ], [ %19, %17 ]
  br label %22

22:
  %23 = phi i1 [ true, %11 ], [ true, %5 ], [ %21, %20 ]
  %24 = zext i1 %23 to i64
  %25 = select i1 %23, i32 8, i32 0
  ret i32 %25
}

define i32 @isalpha(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 65
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 90
  br i1 %7, label %16, label %8

8:
  %9 = load i32, ptr %2, align 4
  %10 = icmp sge i32 %9, 97
  br i1 %10, label %11, label %14

11:
  %12 = load i32, ptr %2, align 4
  %13 = icmp sle i32 %12, 122
  br label %14

14:
  %15 = phi i1 [ false, %8 ], [ %13, %11 ]
  br label %16

16:
  %17 = phi i1 [ true, %5 ], [ %15, %14 ]
  %18 = zext i1 %17 to i64
  %19 = select i1 %17, i32 1024, i32 0
  ret i32 %19
}

define i32 @isblank(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 32
  br i1 %4, label %8, label %5

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp eq i32 %6, 9
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 1, i32 0
  ret i32 %11
}

define i32 @iscntrl(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 31
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %2, align 4
  %10 = icmp eq i32 %9, 127
  br label %11

11:
  %12 = phi i1 [ true, %5 ], [ %10, %8 ]
  %13 = zext i1 %12 to i64
  %14 = select i1 %12, i32 2, i32 0
  ret i32 %14
}

define i32 @isdigit(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 48
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 57
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 2048, i32 0
  ret i32 %11
}

define i32 @isgraph(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 33
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 126
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 32768, i32 0
  ret i32 %11
}

define i32 @islower(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 97
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 122
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 512, i32 0
  ret i32 %11
}

define i32 @isprint(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 32
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 126
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 16384, i32 0
  ret i32 %11
}

define i32 @ispunct(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 33
  br i1 %4, label %5, label %31

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 126
  br i1 %7, label %8, label %31

8:
  %9 = load i32, ptr %2, align 4
  %10 = icmp sge i32 %9, 65
  br i1 %10, label %11, label %14

11:
  %12 = load i32, ptr %2, align 4
  %13 = icmp sle i32 %12, 90
  br i1 %13, label %28, label %14

14:
  %15 = load i32, ptr %2, align 4
  %16 = icmp sge i32 %15, 97
  br i1 %16, label %17, label %20

17:
  %18 = load i32, ptr %2, align 4
  %19 = icmp sle i32 %18, 122
  br i1 %19, label %28, label %20

20:
  %21 = load i32, ptr %2, align 4
  %22 = icmp sge i32 %21, 48
  br i1 %22, label %23, label %26

23:
  %24 = load i32, ptr %2, align 4
  %25 = icmp sle i32 %24, 57
  br label %26

26:
  %27 = phi i1 [ false, %20 ], [ %25, %23 ]
  br label %28

28:
  %29 = phi i1 [ true, %17 ], [ true, %11 ], [ %27, %26 ]
  %30 = xor i1 %29, true
  br label %31

31:
  %32 = phi i1 [ false, %5 ], [ false, %1 ], [ %30, %28 ]
  %33 = zext i1 %32 to i64
  %34 = select i1 %32, i32 4, i32 0
  ret i32 %34
}

define i32 @isspace(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @__sv_is_space(i32 %3)
  %5 = icmp ne i32 %4, 0
  %6 = zext i1 %5 to i64
  %7 = select i1 %5, i32 8192, i32 0
  ret i32 %7
}

define internal i32 @__sv_is_space(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 32
  br i1 %4, label %13, label %5

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sge i32 %6, 9
  br i1 %7, label %8, label %11

8:
  %9 = load i32, ptr %2, align 4
  %10 = icmp sle i32 %9, 13
  br label %11

11:
  %12 = phi i1 [ false, %5 ], [ %10, %8 ]
  br label %13

13:
  %14 = phi i1 [ true, %1 ], [ %12, %11 ]
  %15 = zext i1 %14 to i32
  ret i32 %15
}

define i32 @isupper(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 65
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 90
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 256, i32 0
  ret i32 %11
}

define i32 @isxdigit(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 48
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 57
  br i1 %7, label %22, label %8

8:
  %9 = load i32, ptr %2, align 4
  %10 = icmp sge i32 %9, 97
  br i1 %10, label %11, label %14

11:
  %12 = load i32, ptr %2, align 4
  %13 = icmp sle i32 %12, 102
  br i1 %13, label %22, label %14

14:
  %15 = load i32, ptr %2, align 4
  %16 = icmp sge i32 %15, 65
  br i1 %16, label %17, label %20

17:
  %18 = load i32, ptr %2, align 4
  %19 = icmp sle i32 %18, 70
  br label %20

20:
  %21 = phi i1 [ false, %14 ], [ %19, %17 ]
  br label %22

22:
  %23 = phi i1 [ true, %11 ], [ true, %5 ], [ %21, %20 ]
  %24 = zext i1 %23 to i64
  %25 = select i1 %23, i32 4096, i32 0
  ret i32 %25
}

define i32 @isascii(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 127
  br label %8

8:
  %9 = phi i1 [ false, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i64
  %11 = select i1 %9, i32 1, i32 0
  ret i32 %11
}

define i32 @toascii(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = and i32 %3, 127
  ret i32 %4
}

define i32 @tolower(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @__sv_lower(i32 %3)
  ret i32 %4
}

define internal i32 @__sv_lower(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 65
  br i1 %4, label %5, label %11

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 90
  br i1 %7, label %8, label %11

8:
  %9 = load i32, ptr %2, align 4
  %10 = add nsw i32 %9, 32
  br label %13

11:
  %12 = load i32, ptr %2, align 4
  br label %13

13:
  %14 = phi i32 [ %10, %8 ], [ %12, %11 ]
  ret i32 %14
}

define i32 @toupper(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @__sv_upper(i32 %3)
  ret i32 %4
}

define internal i32 @__sv_upper(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp sge i32 %3, 97
  br i1 %4, label %5, label %11

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp sle i32 %6, 122
  br i1 %7, label %8, label %11

8:
  %9 = load i32, ptr %2, align 4
  %10 = sub nsw i32 %9, 32
  br label %13

11:
  %12 = load i32, ptr %2, align 4
  br label %13

13:
  %14 = phi i32 [ %10, %8 ], [ %12, %11 ]
  ret i32 %14
}

define i64 @strtol(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtol(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define internal i64 @__sv_strtol(ptr %0, ptr %1, i32 %2) {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca %struct.__sv_integer, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %10 = load ptr, ptr %5, align 8
  %11 = load i32, ptr %7, align 4
  call void @__sv_integer(ptr dead_on_unwind writable sret(%struct.__sv_integer) align 8 %8, ptr %10, i32 %11)
  %12 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 2
  %13 = load i8, ptr %12, align 8
  %14 = trunc i8 %13 to i1
  %15 = zext i1 %14 to i64
  %16 = select i1 %14, i64 -9223372036854775808, i64 9223372036854775807
  store i64 %16, ptr %9, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %23

19:
  %20 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 1
  %21 = load ptr, ptr %20, align 8
  %22 = load ptr, ptr %6, align 8
  store ptr %21, ptr %22, align 8
  br label %23

23:
  %24 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 3
  %25 = load i8, ptr %24, align 1
  %26 = trunc i8 %25 to i1
  br i1 %26, label %32, label %27

27:
  %28 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 0
  %29 = load i64, ptr %28, align 8
  %30 = load i64, ptr %9, align 8
  %31 = icmp ugt i64 %29, %30
  br i1 %31, label %32, label %39

32:
  %33 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 34, ptr %33, align 4
  %34 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 2
  %35 = load i8, ptr %34, align 8
  %36 = trunc i8 %35 to i1
  %37 = zext i1 %36 to i64
  %38 = select i1 %36, i64 -9223372036854775808, i64 9223372036854775807
  store i64 %38, ptr %4, align 8
  br label %52

39:
  %40 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 2
  %41 = load i8, ptr %40, align 8
  %42 = trunc i8 %41 to i1
  br i1 %42, label %43, label %47

43:
  %44 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 0
  %45 = load i64, ptr %44, align 8
  %46 = sub i64 0, %45
  br label %50

47:
  %48 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 0
  %49 = load i64, ptr %48, align 8
  br label %50

50:
  %51 = phi i64 [ %46, %43 ], [ %49, %47 ]
  store i64 %51, ptr %4, align 8
  br label %52

52:
  %53 = load i64, ptr %4, align 8
  ret i64 %53
}

define i64 @strtoll(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtol(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @strtoimax(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtol(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @__isoc23_strtol(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtol(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @__isoc23_strtoll(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtol(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @__isoc23_strtoimax(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtol(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @strtoul(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtoul(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define internal i64 @__sv_strtoul(ptr %0, ptr %1, i32 %2) {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca %struct.__sv_integer, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %9 = load ptr, ptr %5, align 8
  %10 = load i32, ptr %7, align 4
  call void @__sv_integer(ptr dead_on_unwind writable sret(%struct.__sv_integer) align 8 %8, ptr %9, i32 %10)
  %11 = load ptr, ptr %6, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %17

13:
  %14 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 1
  %15 = load ptr, ptr %14, align 8
  %16 = load ptr, ptr %6, align 8
  store ptr %15, ptr %16, align 8
  br label %17

17:
  %18 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 3
  %19 = load i8, ptr %18, align 1
  %20 = trunc i8 %19 to i1
  br i1 %20, label %21, label %23

21:
  %22 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 34, ptr %22, align 4
  store i64 -1, ptr %4, align 8
  br label %36

23:
  %24 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 2
  %25 = load i8, ptr %24, align 8
  %26 = trunc i8 %25 to i1
  br i1 %26, label %27, label %31

27:
  %28 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 0
  %29 = load i64, ptr %28, align 8
  %30 = sub i64 0, %29
  br label %34

31:
  %32 = getelementptr inbounds nuw %struct.__sv_integer, ptr %8, i32 0, i32 0
  %33 = load i64, ptr %32, align 8
  br label %34

34:
  %35 = phi i64 [ %30, %27 ], [ %33, %31 ]
  store i64 %35, ptr %4, align 8
  br label %36

36:
  %37 = load i64, ptr %4, align 8
  ret i64 %37
}

define i64 @strtoull(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtoul(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @strtoumax(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtoul(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @__isoc23_strtoul(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtoul(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @__isoc23_strtoull(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtoul(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i64 @__isoc23_strtoumax(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @__sv_strtoul(ptr %7, ptr %8, i32 %9)
  ret i64 %10
}

define i32 @atoi(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_strtol(ptr %3, ptr null, i32 10)
  %5 = trunc i64 %4 to i32
  ret i32 %5
}

define i64 @atol(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_strtol(ptr %3, ptr null, i32 10)
  ret i64 %4
}

define i64 @atoll(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_strtol(ptr %3, ptr null, i32 10)
  ret i64 %4
}

define double @strtod(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call double @__sv_strtod(ptr %5, ptr %6)
  ret double %7
}

define internal double @__sv_strtod(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  store ptr %9, ptr %5, align 8
  store i32 0, ptr %6, align 4
  br label %10

10:
  %11 = load ptr, ptr %5, align 8
  %12 = load i8, ptr %11, align 1
  %13 = zext i8 %12 to i32
  %14 = call i32 @__sv_is_space(i32 %13)
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %19

16:
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw i8, ptr %17, i32 1
  store ptr %18, ptr %5, align 8
  br label %10

19:
  %20 = load ptr, ptr %5, align 8
  %21 = load i8, ptr %20, align 1
  %22 = sext i8 %21 to i32
  %23 = icmp eq i32 %22, 45
  br i1 %23, label %29, label %24

24:
  %25 = load ptr, ptr %5, align 8
  %26 = load i8, ptr %25, align 1
  %27 = sext i8 %26 to i32
  %28 = icmp eq i32 %27, 43
  br i1 %28, label %29, label %36

29:
  %30 = load ptr, ptr %5, align 8
  %31 = getelementptr inbounds nuw i8, ptr %30, i32 1
  store ptr %31, ptr %5, align 8
  %32 = load i8, ptr %30, align 1
  %33 = sext i8 %32 to i32
  %34 = icmp eq i32 %33, 45
  %35 = zext i1 %34 to i32
  store i32 %35, ptr %6, align 4
  br label %36

36:
  %37 = load ptr, ptr %5, align 8
  store ptr %37, ptr %7, align 8
  %38 = call double @__sv_word_or_digits(ptr %5)
  store double %38, ptr %8, align 8
  %39 = load ptr, ptr %4, align 8
  %40 = icmp ne ptr %39, null
  br i1 %40, label %41, label %52

41:
  %42 = load ptr, ptr %5, align 8
  %43 = load ptr, ptr %7, align 8
  %44 = icmp eq ptr %42, %43
  br i1 %44, label %45, label %47

45:
  %46 = load ptr, ptr %3, align 8
  br label %49

47:
  %48 = load ptr, ptr %5, align 8
  br label %49

49:
  %50 = phi ptr [ %46, %45 ], [ %48, %47 ]
  %51 = load ptr, ptr %4, align 8
  store ptr %50, ptr %51, align 8
  br label %52

52:
  %53 = load i32, ptr %6, align 4
  %54 = icmp ne i32 %53, 0
  br i1 %54, label %55, label %58

55:
  %56 = load double, ptr %8, align 8
  %57 = fneg double %56
  br label %60

58:
  %59 = load double, ptr %8, align 8
  br label %60

60:
  %61 = phi double [ %57, %55 ], [ %59, %58 ]
  ret double %61
}

define float @strtof(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call double @__sv_strtod(ptr %5, ptr %6)
  %8 = fptrunc double %7 to float
  ret float %8
}

define double @atof(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call double @__sv_strtod(ptr %3, ptr null)
  ret double %4
}

define void @qsort(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  call void @__sv_sort(ptr %9, i64 %10, i64 %11, ptr %12, ptr null, ptr null)
  ret void
}

define internal void @__sv_sort(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4, ptr %5) {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i64, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  %23 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %24 = load i64, ptr %8, align 8
  %25 = icmp ule i64 %24, 16
  br i1 %25, label %26, label %68

26:
  store i64 1, ptr %13, align 8
  br label %27

27:
  %28 = load i64, ptr %13, align 8
  %29 = load i64, ptr %8, align 8
  %30 = icmp ult i64 %28, %29
  br i1 %30, label %31, label %67

31:
  %32 = load i64, ptr %13, align 8
  store i64 %32, ptr %14, align 8
  br label %33

33:
  %34 = load i64, ptr %14, align 8
  %35 = icmp ugt i64 %34, 0
  br i1 %35, label %36, label %63

36:
  %37 = load ptr, ptr %7, align 8
  %38 = load i64, ptr %14, align 8
  %39 = load i64, ptr %9, align 8
  %40 = mul i64 %38, %39
  %41 = getelementptr inbounds nuw i8, ptr %37, i64 %40
  store ptr %41, ptr %15, align 8
  %42 = load ptr, ptr %15, align 8
  %43 = load i64, ptr %9, align 8
  %44 = sub i64 0, %43
  %45 = getelementptr inbounds i8, ptr %42, i64 %44
  %46 = load ptr, ptr %15, align 8
  %47 = load ptr, ptr %10, align 8
  %48 = load ptr, ptr %11, align 8
  %49 = load ptr, ptr %12, align 8
  %50 = call i32 @__sv_order(ptr %45, ptr %46, ptr %47, ptr %48, ptr %49)
  %51 = icmp sle i32 %50, 0
  br i1 %51, label %52, label %53

52:
  br label %63

53:
  %54 = load ptr, ptr %15, align 8
  %55 = load i64, ptr %9, align 8
  %56 = sub i64 0, %55
  %57 = getelementptr inbounds i8, ptr %54, i64 %56
  %58 = load ptr, ptr %15, align 8
  %59 = load i64, ptr %9, align 8
  call void @__sv_swap(ptr %57, ptr %58, i64 %59)
  br label %60

60:
  %61 = load i64, ptr %14, align 8
  %62 = add i64 %61, -1
  store i64 %62, ptr %14, align 8
  br label %33

63:
  br label %64

64:
  %65 = load i64, ptr %13, align 8
  %66 = add i64 %65, 1
  store i64 %66, ptr %13, align 8
  br label %27

67:
  br label %146

68:
  %69 = load i64, ptr %8, align 8
  %70 = load i64, ptr %9, align 8
  %71 = mul i64 %69, %70
  %72 = call ptr @__selvedge_heap_alloc(i64 %71, i32 0)
  store ptr %72, ptr %16, align 8
  %73 = load ptr, ptr %7, align 8
  store ptr %73, ptr %17, align 8
  %74 = load ptr, ptr %16, align 8
  store ptr %74, ptr %18, align 8
  store i64 1, ptr %19, align 8
  br label %75

75:
  %76 = load i64, ptr %19, align 8
  %77 = load i64, ptr %8, align 8
  %78 = icmp ult i64 %76, %77
  br i1 %78, label %79, label %134

79:
  store i64 0, ptr %20, align 8
  br label %80

80:
  %81 = load i64, ptr %20, align 8
  %82 = load i64, ptr %8, align 8
  %83 = icmp ult i64 %81, %82
  br i1 %83, label %84, label %127

84:
  %85 = load i64, ptr %20, align 8
  %86 = load i64, ptr %19, align 8
  %87 = add i64 %85, %86
  %88 = load i64, ptr %8, align 8
  %89 = icmp ult i64 %87, %88
  br i1 %89, label %90, label %94

90:
  %91 = load i64, ptr %20, align 8
  %92 = load i64, ptr %19, align 8
  %93 = add i64 %91, %92
  br label %96

94:
  %95 = load i64, ptr %8, align 8
  br label %96

96:
  %97 = phi i64 [ %93, %90 ], [ %95, %94 ]
  store i64 %97, ptr %21, align 8
  %98 = load i64, ptr %20, align 8
  %99 = load i64, ptr %19, align 8
  %100 = mul i64 2, %99
  %101 = add i64 %98, %100
  %102 = load i64, ptr %8, align 8
  %103 = icmp ult i64 %101, %102
  br i1 %103, label %104, label %109

104:
  %105 = load i64, ptr %20, align 8
  %106 = load i64, ptr %19, align 8
  %107 = mul i64 2, %106
  %108 = add i64 %105, %107
  br label %111

109:
  %110 = load i64, ptr %8, align 8
  br label %111

111:
  %112 = phi i64 [ %108, %104 ], [ %110, %109 ]
  store i64 %112, ptr %22, align 8
  %113 = load ptr, ptr %17, align 8
  %114 = load ptr, ptr %18, align 8
  %115 = load i64, ptr %20, align 8
  %116 = load i64, ptr %21, align 8
  %117 = load i64, ptr %22, align 8
  %118 = load i64, ptr %9, align 8
  %119 = load ptr, ptr %10, align 8
  %120 = load ptr, ptr %11, align 8
  %121 = load ptr, ptr %12, align 8
  call void @__sv_merge(ptr %113, ptr %114, i64 %115, i64 %116, i64 %117, i64 %118, ptr %119, ptr %120, ptr %121)
  br label %122

122:
  %123 = load i64, ptr %19, align 8
  %124 = mul i64 2, %123
  %125 = load i64, ptr %20, align 8
  %126 = add i64 %125, %124
  store i64 %126, ptr %20, align 8
  br label %80

127:
  %128 = load ptr, ptr %17, align 8
  store ptr %128, ptr %23, align 8
  %129 = load ptr, ptr %18, align 8
  store ptr %129, ptr %17, align 8
  %130 = load ptr, ptr %23, align 8
  store ptr %130, ptr %18, align 8
  br label %131

131:
  %132 = load i64, ptr %19, align 8
  %133 = mul i64 %132, 2
  store i64 %133, ptr %19, align 8
  br label %75

134:
  %135 = load ptr, ptr %17, align 8
  %136 = load ptr, ptr %7, align 8
  %137 = icmp ne ptr %135, %136
  br i1 %137, label %138, label %144

138:
  %139 = load ptr, ptr %7, align 8
  %140 = load ptr, ptr %17, align 8
  %141 = load i64, ptr %8, align 8
  %142 = load i64, ptr %9, align 8
  %143 = mul i64 %141, %142
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %139, ptr align 1 %140, i64 %143, i1 false)
  br label %144

144:
  %145 = load ptr, ptr %16, align 8
  call void @__selvedge_heap_free(ptr %145)
  br label %146

146:
  ret void
}

define void @qsort_r(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load i64, ptr %8, align 8
  %14 = load ptr, ptr %9, align 8
  %15 = load ptr, ptr %10, align 8
  call void @__sv_sort(ptr %11, i64 %12, i64 %13, ptr null, ptr %14, ptr %15)
  ret void
}

define ptr @bsearch(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 0, ptr %12, align 8
  %17 = load i64, ptr %9, align 8
  store i64 %17, ptr %13, align 8
  br label %18

18:
  %19 = load i64, ptr %12, align 8
  %20 = load i64, ptr %13, align 8
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %22, label %51

22:
  %23 = load i64, ptr %12, align 8
  %24 = load i64, ptr %13, align 8
  %25 = load i64, ptr %12, align 8
  %26 = sub i64 %24, %25
  %27 = udiv i64 %26, 2
  %28 = add i64 %23, %27
  store i64 %28, ptr %14, align 8
  %29 = load ptr, ptr %8, align 8
  %30 = load i64, ptr %14, align 8
  %31 = load i64, ptr %10, align 8
  %32 = mul i64 %30, %31
  %33 = getelementptr inbounds nuw i8, ptr %29, i64 %32
  store ptr %33, ptr %15, align 8
  %34 = load ptr, ptr %11, align 8
  %35 = load ptr, ptr %7, align 8
  %36 = load ptr, ptr %15, align 8
  %37 = call i32 %34(ptr %35, ptr %36)
  store i32 %37, ptr %16, align 4
  %38 = load i32, ptr %16, align 4
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %40, label %42

40:
  %41 = load ptr, ptr %15, align 8
  store ptr %41, ptr %6, align 8
  br label %52

42:
  %43 = load i32, ptr %16, align 4
  %44 = icmp slt i32 %43, 0
  br i1 %44, label %45, label %47

45:
  %46 = load i64, ptr %14, align 8
  store i64 %46, ptr %13, align 8
  br label %50

47:
  %48 = load i64, ptr %14, align 8
  %49 = add i64 %48, 1
  store i64 %49, ptr %12, align 8
  br label %50

50:
  br label %18

51:
  store ptr null, ptr %6, align 8
  br label %52

52:
  %53 = load ptr, ptr %6, align 8
  ret ptr %53
}

define ptr @lfind(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store i64 0, ptr %12, align 8
  br label %13

13:
  %14 = load i64, ptr %12, align 8
  %15 = load ptr, ptr %9, align 8
  %16 = load i64, ptr %15, align 8
  %17 = icmp ult i64 %14, %16
  br i1 %17, label %18, label %38

18:
  %19 = load ptr, ptr %11, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = load ptr, ptr %8, align 8
  %22 = load i64, ptr %12, align 8
  %23 = load i64, ptr %10, align 8
  %24 = mul i64 %22, %23
  %25 = getelementptr inbounds nuw i8, ptr %21, i64 %24
  %26 = call i32 %19(ptr %20, ptr %25)
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %28, label %34

28:
  %29 = load ptr, ptr %8, align 8
  %30 = load i64, ptr %12, align 8
  %31 = load i64, ptr %10, align 8
  %32 = mul i64 %30, %31
  %33 = getelementptr inbounds nuw i8, ptr %29, i64 %32
  store ptr %33, ptr %6, align 8
  br label %39

34:
  br label %35

35:
  %36 = load i64, ptr %12, align 8
  %37 = add i64 %36, 1
  store i64 %37, ptr %12, align 8
  br label %13

38:
  store ptr null, ptr %6, align 8
  br label %39

39:
  %40 = load ptr, ptr %6, align 8
  ret ptr %40
}

define i32 @abs(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp slt i32 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = sub nsw i32 0, %6
  br label %10

8:
  %9 = load i32, ptr %2, align 4
  br label %10

10:
  %11 = phi i32 [ %7, %5 ], [ %9, %8 ]
  ret i32 %11
}

define i64 @labs(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i64, ptr %2, align 8
  %7 = sub nsw i64 0, %6
  br label %10

8:
  %9 = load i64, ptr %2, align 8
  br label %10

10:
  %11 = phi i64 [ %7, %5 ], [ %9, %8 ]
  ret i64 %11
}

define i64 @llabs(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i64, ptr %2, align 8
  %7 = sub nsw i64 0, %6
  br label %10

8:
  %9 = load i64, ptr %2, align 8
  br label %10

10:
  %11 = phi i64 [ %7, %5 ], [ %9, %8 ]
  ret i64 %11
}

define i64 @imaxabs(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i64, ptr %2, align 8
  %7 = sub nsw i64 0, %6
  br label %10

8:
  %9 = load i64, ptr %2, align 8
  br label %10

10:
  %11 = phi i64 [ %7, %5 ], [ %9, %8 ]
  ret i64 %11
}

define i64 @div(i32 %0, i32 %1) {
  %3 = alloca %struct.__sv_div, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  %6 = getelementptr inbounds nuw %struct.__sv_div, ptr %3, i32 0, i32 0
  %7 = load i32, ptr %4, align 4
  %8 = load i32, ptr %5, align 4
  %9 = sdiv i32 %7, %8
  store i32 %9, ptr %6, align 4
  %10 = getelementptr inbounds nuw %struct.__sv_div, ptr %3, i32 0, i32 1
  %11 = load i32, ptr %4, align 4
  %12 = load i32, ptr %5, align 4
  %13 = srem i32 %11, %12
  store i32 %13, ptr %10, align 4
  %14 = load i64, ptr %3, align 4
  ret i64 %14
}

define { i64, i64 } @ldiv(i64 %0, i64 %1) {
  %3 = alloca %struct.__sv_ldiv, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_ldiv, ptr %3, i32 0, i32 0
  %7 = load i64, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = sdiv i64 %7, %8
  store i64 %9, ptr %6, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_ldiv, ptr %3, i32 0, i32 1
  %11 = load i64, ptr %4, align 8
  %12 = load i64, ptr %5, align 8
  %13 = srem i64 %11, %12
  store i64 %13, ptr %10, align 8
  %14 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %14
}

define { i64, i64 } @lldiv(i64 %0, i64 %1) {
  %3 = alloca %struct.__sv_ldiv, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_ldiv, ptr %3, i32 0, i32 0
  %7 = load i64, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = sdiv i64 %7, %8
  store i64 %9, ptr %6, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_ldiv, ptr %3, i32 0, i32 1
  %11 = load i64, ptr %4, align 8
  %12 = load i64, ptr %5, align 8
  %13 = srem i64 %11, %12
  store i64 %13, ptr %10, align 8
  %14 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %14
}

define { i64, i64 } @imaxdiv(i64 %0, i64 %1) {
  %3 = alloca %struct.__sv_ldiv, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_ldiv, ptr %3, i32 0, i32 0
  %7 = load i64, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = sdiv i64 %7, %8
  store i64 %9, ptr %6, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_ldiv, ptr %3, i32 0, i32 1
  %11 = load i64, ptr %4, align 8
  %12 = load i64, ptr %5, align 8
  %13 = srem i64 %11, %12
  store i64 %13, ptr %10, align 8
  %14 = load { i64, i64 }, ptr %3, align 8
  ret { i64, i64 } %14
}

define i32 @ffs(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @llvm.cttz.i32(i32 %3, i1 true)
  %5 = add i32 %4, 1
  %6 = icmp eq i32 %3, 0
  %7 = select i1 %6, i32 0, i32 %5
  ret i32 %7
}

declare i32 @llvm.cttz.i32(i32, i1)

define i32 @ffsl(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i64 @llvm.cttz.i64(i64 %3, i1 true)
  %5 = add i64 %4, 1
  %6 = icmp eq i64 %3, 0
  %7 = select i1 %6, i64 0, i64 %5
  %8 = trunc i64 %7 to i32
  ret i32 %8
}

declare i64 @llvm.cttz.i64(i64, i1)

define i32 @ffsll(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i64 @llvm.cttz.i64(i64 %3, i1 true)
  %5 = add i64 %4, 1
  %6 = icmp eq i64 %3, 0
  %7 = select i1 %6, i64 0, i64 %5
  %8 = trunc i64 %7 to i32
  ret i32 %8
}

define i32 @rand() {
  %1 = call i32 @__selvedge_nondet_i32(ptr @.str.1)
  %2 = and i32 %1, 2147483647
  ret i32 %2
}

declare i32 @__selvedge_nondet_i32(ptr)

define void @srand(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  ret void
}

define i64 @random() {
  %1 = call i32 @__selvedge_nondet_i32(ptr @.str.2)
  %2 = and i32 %1, 2147483647
  %3 = zext i32 %2 to i64
  ret i64 %3
}

define void @srandom(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  ret void
}

define i64 @lrand48() {
  %1 = call i32 @__selvedge_nondet_i32(ptr @.str.3)
  %2 = and i32 %1, 2147483647
  %3 = zext i32 %2 to i64
  ret i64 %3
}

define i64 @mrand48() {
  %1 = call i32 @__selvedge_nondet_i32(ptr @.str.4)
  %2 = sext i32 %1 to i64
  ret i64 %2
}

define double @drand48() {
  %1 = call i32 @__selvedge_nondet_i32(ptr @.str.5)
  %2 = and i32 %1, 2147483647
  %3 = uitofp i32 %2 to double
  %4 = fdiv double %3, 0x41E0000000000000
  ret double %4
}

define void @srand48(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  ret void
}

define i32 @arc4random() {
  %1 = call i32 @__selvedge_nondet_i32(ptr @.str.6)
  ret i32 %1
}

define i32 @rand_r(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = load i32, ptr %5, align 4
  store i32 %6, ptr %3, align 4
  %7 = load i32, ptr %3, align 4
  %8 = mul i32 %7, 1103515245
  %9 = add i32 %8, 12345
  store i32 %9, ptr %3, align 4
  %10 = load i32, ptr %3, align 4
  %11 = udiv i32 %10, 65536
  %12 = urem i32 %11, 2048
  store i32 %12, ptr %4, align 4
  %13 = load i32, ptr %3, align 4
  %14 = mul i32 %13, 1103515245
  %15 = add i32 %14, 12345
  store i32 %15, ptr %3, align 4
  %16 = load i32, ptr %4, align 4
  %17 = shl i32 %16, 10
  %18 = load i32, ptr %3, align 4
  %19 = udiv i32 %18, 65536
  %20 = urem i32 %19, 1024
  %21 = xor i32 %17, %20
  store i32 %21, ptr %4, align 4
  %22 = load i32, ptr %3, align 4
  %23 = mul i32 %22, 1103515245
  %24 = add i32 %23, 12345
  store i32 %24, ptr %3, align 4
  %25 = load i32, ptr %4, align 4
  %26 = shl i32 %25, 10
  %27 = load i32, ptr %3, align 4
  %28 = udiv i32 %27, 65536
  %29 = urem i32 %28, 1024
  %30 = xor i32 %26, %29
  store i32 %30, ptr %4, align 4
  %31 = load i32, ptr %3, align 4
  %32 = load ptr, ptr %2, align 8
  store i32 %31, ptr %32, align 4
  %33 = load i32, ptr %4, align 4
  ret i32 %33
}

define ptr @getenv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_environment(ptr %3)
  ret ptr %4
}

define internal ptr @__sv_environment(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_strlen(ptr %3)
  %5 = call zeroext i1 @__selvedge_plain_environment()
  br i1 %5, label %9, label %6

6:
  %7 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.100)
  br i1 %7, label %8, label %9

8:
  call void @__selvedge_unsupported(ptr @.str.101)
  unreachable

9:
  ret ptr null
}

define ptr @secure_getenv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_environment(ptr %3)
  ret ptr %4
}

define i32 @setenv(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  call void @__selvedge_unsupported(ptr @.str.7)
  unreachable
}

define i32 @putenv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.8)
  unreachable
}

define ptr @setlocale(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %16

7:
  %8 = load ptr, ptr %4, align 8
  %9 = load i8, ptr %8, align 1
  %10 = sext i8 %9 to i32
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %16, label %12

12:
  %13 = load ptr, ptr %4, align 8
  %14 = call i32 @__sv_strncmp(ptr %13, ptr @.str.9, i64 2)
  %15 = icmp eq i32 %14, 0
  br label %16

16:
  %17 = phi i1 [ true, %7 ], [ true, %2 ], [ %15, %12 ]
  %18 = zext i1 %17 to i64
  %19 = select i1 %17, ptr @.str.9, ptr null
  ret ptr %19
}

define i32 @atexit(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_at_exit(ptr %3, ptr null, ptr null)
  ret i32 %4
}

define internal i32 @__sv_at_exit(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = call ptr @__selvedge_heap_alloc(i64 32, i32 0)
  store ptr %8, ptr %7, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %7, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %10, i32 0, i32 1
  store ptr %9, ptr %11, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %13, i32 0, i32 2
  store ptr %12, ptr %14, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load ptr, ptr %7, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %16, i32 0, i32 3
  store ptr %15, ptr %17, align 8
  %18 = call i32 @__selvedge_mutex_lock(ptr @__sv_exit_lock)
  %19 = load ptr, ptr @__sv_exit_handlers, align 8
  %20 = load ptr, ptr %7, align 8
  %21 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %20, i32 0, i32 0
  store ptr %19, ptr %21, align 8
  %22 = load ptr, ptr %7, align 8
  store ptr %22, ptr @__sv_exit_handlers, align 8
  %23 = call i32 @__selvedge_mutex_unlock(ptr @__sv_exit_lock)
  ret i32 0
}

define i32 @__cxa_atexit(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = call i32 @__sv_at_exit(ptr null, ptr %7, ptr %8)
  ret i32 %9
}

define i32 @at_quick_exit(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.10)
  unreachable
}

define i32 @on_exit(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.11)
  unreachable
}

define i32 @__cxa_thread_atexit(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @__selvedge_unsupported(ptr @.str.12)
  unreachable
}

define void @__sv_run_exit_handlers() {
  %1 = alloca ptr, align 8
  br label %2

2:
  %3 = call i32 @__selvedge_mutex_lock(ptr @__sv_exit_lock)
  %4 = load ptr, ptr @__sv_exit_handlers, align 8
  store ptr %4, ptr %1, align 8
  %5 = load ptr, ptr %1, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %11

7:
  %8 = load ptr, ptr %1, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %8, i32 0, i32 0
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr @__sv_exit_handlers, align 8
  br label %11

11:
  %12 = call i32 @__selvedge_mutex_unlock(ptr @__sv_exit_lock)
  %13 = load ptr, ptr %1, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %16, label %15

15:
  ret void

16:
  %17 = load ptr, ptr %1, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %17, i32 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %21, label %25

21:
  %22 = load ptr, ptr %1, align 8
  %23 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %22, i32 0, i32 1
  %24 = load ptr, ptr %23, align 8
  call void %24()
  br label %32

25:
  %26 = load ptr, ptr %1, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %26, i32 0, i32 2
  %28 = load ptr, ptr %27, align 8
  %29 = load ptr, ptr %1, align 8
  %30 = getelementptr inbounds nuw %struct.__sv_exit_handler, ptr %29, i32 0, i32 3
  %31 = load ptr, ptr %30, align 8
  call void %28(ptr %31)
  br label %32

32:
  %33 = load ptr, ptr %1, align 8
  call void @__selvedge_heap_free(ptr %33)
  br label %2
}

declare i32 @__selvedge_mutex_lock(ptr)

declare i32 @__selvedge_mutex_unlock(ptr)

define void @exit(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @__sv_run_exit_handlers()
  %3 = load i32, ptr %2, align 4
  call void @__selvedge_exit(i32 %3)
  unreachable
}

declare void @__selvedge_exit(i32)

define void @__assert_perror_fail(i32 %0, ptr %1, i32 %2, ptr %3) {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store i32 %0, ptr %5, align 4
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  call void @__selvedge_assert_fail(ptr @.str.13)
  unreachable
}

declare void @__selvedge_assert_fail(ptr)

define void @__assert(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  call void @__selvedge_assert_fail(ptr %7)
  unreachable
}

define void @__stack_chk_fail() {
  call void @__selvedge_assert_fail(ptr @.str.14)
  unreachable
}

define void @__chk_fail() {
  call void @__selvedge_assert_fail(ptr @.str.15)
  unreachable
}

define i32 @pthread_create(ptr %0, ptr %1, ptr %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %10 = load ptr, ptr %7, align 8
  %11 = load ptr, ptr %8, align 8
  %12 = call i64 @__selvedge_thread_create(ptr %10, ptr %11)
  store i64 %12, ptr %9, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %18

15:
  %16 = load i64, ptr %9, align 8
  %17 = load ptr, ptr %5, align 8
  store i64 %16, ptr %17, align 8
  br label %18

18:
  %19 = load ptr, ptr %6, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %21, label %29

21:
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw %struct.__sv_attr, ptr %22, i32 0, i32 0
  %24 = load i32, ptr %23, align 8
  %25 = icmp eq i32 %24, 1
  br i1 %25, label %26, label %29

26:
  %27 = load i64, ptr %9, align 8
  %28 = call i32 @__selvedge_thread_detach(i64 %27)
  br label %29

29:
  ret i32 0
}

declare i64 @__selvedge_thread_create(ptr, ptr)

declare i32 @__selvedge_thread_detach(i64)

define i32 @pthread_join(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.selvedge_joined, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = call { i32, ptr } @__selvedge_thread_join(i64 %6)
  %8 = getelementptr inbounds nuw { i32, ptr }, ptr %5, i32 0, i32 0
  %9 = extractvalue { i32, ptr } %7, 0
  store i32 %9, ptr %8, align 8
  %10 = getelementptr inbounds nuw { i32, ptr }, ptr %5, i32 0, i32 1
  %11 = extractvalue { i32, ptr } %7, 1
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %5, i32 0, i32 0
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %22

15:
  %16 = load ptr, ptr %4, align 8
  %17 = icmp ne ptr %16, null
  br i1 %17, label %18, label %22

18:
  %19 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %5, i32 0, i32 1
  %20 = load ptr, ptr %19, align 8
  %21 = load ptr, ptr %4, align 8
  store ptr %20, ptr %21, align 8
  br label %22

22:
  %23 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %5, i32 0, i32 0
  %24 = load i32, ptr %23, align 8
  ret i32 %24
}

declare { i32, ptr } @__selvedge_thread_join(i64)

define i32 @pthread_timedjoin_np(i64 %0, ptr %1, ptr %2) {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load i64, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = call i32 @__sv_join_or_time_out(i64 %7, ptr %8)
  ret i32 %9
}

define internal i32 @__sv_join_or_time_out(i64 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca %struct.selvedge_joined, align 8
  store i64 %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.102)
  br i1 %7, label %8, label %9

8:
  store i32 110, ptr %3, align 4
  br label %29

9:
  %10 = load i64, ptr %4, align 8
  %11 = call { i32, ptr } @__selvedge_thread_join(i64 %10)
  %12 = getelementptr inbounds nuw { i32, ptr }, ptr %6, i32 0, i32 0
  %13 = extractvalue { i32, ptr } %11, 0
  store i32 %13, ptr %12, align 8
  %14 = getelementptr inbounds nuw { i32, ptr }, ptr %6, i32 0, i32 1
  %15 = extractvalue { i32, ptr } %11, 1
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %6, i32 0, i32 0
  %17 = load i32, ptr %16, align 8
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %26

19:
  %20 = load ptr, ptr %5, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %22, label %26

22:
  %23 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %6, i32 0, i32 1
  %24 = load ptr, ptr %23, align 8
  %25 = load ptr, ptr %5, align 8
  store ptr %24, ptr %25, align 8
  br label %26

26:
  %27 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %6, i32 0, i32 0
  %28 = load i32, ptr %27, align 8
  store i32 %28, ptr %3, align 4
  br label %29

29:
  %30 = load i32, ptr %3, align 4
  ret i32 %30
}

define i32 @pthread_clockjoin_np(i64 %0, ptr %1, i32 %2, ptr %3) {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store i64 %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load i64, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = call i32 @__sv_join_or_time_out(i64 %9, ptr %10)
  ret i32 %11
}

define i32 @pthread_tryjoin_np(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @__sv_join_or_time_out(i64 %6, ptr %7)
  store i32 %8, ptr %5, align 4
  %9 = load i32, ptr %5, align 4
  %10 = icmp eq i32 %9, 110
  br i1 %10, label %11, label %12

11:
  br label %14

12:
  %13 = load i32, ptr %5, align 4
  br label %14

14:
  %15 = phi i32 [ 16, %11 ], [ %13, %12 ]
  ret i32 %15
}

define i32 @pthread_detach(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i32 @__selvedge_thread_detach(i64 %3)
  ret i32 %4
}

define i32 @pthread_equal(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp eq i64 %5, %6
  %8 = zext i1 %7 to i32
  ret i32 %8
}

define i32 @pthread_attr_init(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  store ptr %4, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 0
  store i32 0, ptr %6, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_attr, ptr %7, i32 0, i32 1
  store i32 0, ptr %8, align 4
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_attr, ptr %9, i32 0, i32 2
  store i32 0, ptr %10, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_attr, ptr %11, i32 0, i32 3
  store i32 0, ptr %12, align 4
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_attr, ptr %13, i32 0, i32 4
  store i32 0, ptr %14, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_attr, ptr %15, i32 0, i32 5
  store i64 8388608, ptr %16, align 8
  %17 = load ptr, ptr %3, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_attr, ptr %17, i32 0, i32 6
  store i64 4096, ptr %18, align 8
  %19 = load ptr, ptr %3, align 8
  %20 = getelementptr inbounds nuw %struct.__sv_attr, ptr %19, i32 0, i32 7
  store ptr null, ptr %20, align 8
  ret i32 0
}

define i32 @pthread_attr_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @pthread_attr_setdetachstate(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %12, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp eq i32 %9, 1
  br i1 %10, label %12, label %11

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load i32, ptr %5, align 4
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_attr, ptr %14, i32 0, i32 0
  store i32 %13, ptr %15, align 8
  store i32 0, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define i32 @pthread_attr_getdetachstate(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 0
  %7 = load i32, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_attr_setschedpolicy(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %15, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp eq i32 %9, 1
  br i1 %10, label %15, label %11

11:
  %12 = load i32, ptr %5, align 4
  %13 = icmp eq i32 %12, 2
  br i1 %13, label %15, label %14

14:
  store i32 22, ptr %3, align 4
  br label %19

15:
  %16 = load i32, ptr %5, align 4
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_attr, ptr %17, i32 0, i32 1
  store i32 %16, ptr %18, align 4
  store i32 0, ptr %3, align 4
  br label %19

19:
  %20 = load i32, ptr %3, align 4
  ret i32 %20
}

define i32 @pthread_attr_getschedpolicy(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 1
  %7 = load i32, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_attr_setinheritsched(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %12, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp eq i32 %9, 1
  br i1 %10, label %12, label %11

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load i32, ptr %5, align 4
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_attr, ptr %14, i32 0, i32 2
  store i32 %13, ptr %15, align 8
  store i32 0, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define i32 @pthread_attr_getinheritsched(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 2
  %7 = load i32, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_attr_setscope(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %9, label %8

8:
  store i32 22, ptr %3, align 4
  br label %13

9:
  %10 = load i32, ptr %5, align 4
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_attr, ptr %11, i32 0, i32 3
  store i32 %10, ptr %12, align 4
  store i32 0, ptr %3, align 4
  br label %13

13:
  %14 = load i32, ptr %3, align 4
  ret i32 %14
}

define i32 @pthread_attr_getscope(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 3
  %7 = load i32, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_attr_setstacksize(ptr %0, i64 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load i64, ptr %5, align 8
  %7 = icmp uge i64 %6, 16384
  br i1 %7, label %9, label %8

8:
  store i32 22, ptr %3, align 4
  br label %13

9:
  %10 = load i64, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_attr, ptr %11, i32 0, i32 5
  store i64 %10, ptr %12, align 8
  store i32 0, ptr %3, align 4
  br label %13

13:
  %14 = load i32, ptr %3, align 4
  ret i32 %14
}

define i32 @pthread_attr_getstacksize(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 5
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store i64 %7, ptr %8, align 8
  ret i32 0
}

define i32 @pthread_attr_setguardsize(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_attr, ptr %6, i32 0, i32 6
  store i64 %5, ptr %7, align 8
  ret i32 0
}

define i32 @pthread_attr_getguardsize(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 6
  %7 = load i64, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store i64 %7, ptr %8, align 8
  ret i32 0
}

define i32 @pthread_attr_setstackaddr(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_attr, ptr %6, i32 0, i32 7
  store ptr %5, ptr %7, align 8
  ret i32 0
}

define i32 @pthread_attr_getstackaddr(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 7
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store ptr %7, ptr %8, align 8
  ret i32 0
}

define i32 @pthread_attr_setschedparam(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.sched_param, ptr %5, i32 0, i32 0
  %7 = load i32, ptr %6, align 4
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_attr, ptr %8, i32 0, i32 4
  store i32 %7, ptr %9, align 8
  ret i32 0
}

define i32 @pthread_attr_getschedparam(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_attr, ptr %5, i32 0, i32 4
  %7 = load i32, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.sched_param, ptr %8, i32 0, i32 0
  store i32 %7, ptr %9, align 4
  ret i32 0
}

define i32 @pthread_attr_setstack(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store ptr %8, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %7, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_attr, ptr %10, i32 0, i32 7
  store ptr %9, ptr %11, align 8
  %12 = load i64, ptr %6, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_attr, ptr %13, i32 0, i32 5
  store i64 %12, ptr %14, align 8
  ret i32 0
}

define i32 @pthread_attr_getstack(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  store ptr %8, ptr %7, align 8
  %9 = load ptr, ptr %7, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_attr, ptr %9, i32 0, i32 7
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr %5, align 8
  store ptr %11, ptr %12, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_attr, ptr %13, i32 0, i32 5
  %15 = load i64, ptr %14, align 8
  %16 = load ptr, ptr %6, align 8
  store i64 %15, ptr %16, align 8
  ret i32 0
}

define i32 @pthread_attr_setaffinity_np(ptr %0, i64 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  ret i32 0
}

define i32 @pthread_once(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_once(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_once(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call zeroext i1 @__selvedge_once_begin(ptr %5)
  br i1 %6, label %7, label %10

7:
  %8 = load ptr, ptr %4, align 8
  call void %8()
  %9 = load ptr, ptr %3, align 8
  call void @__selvedge_once_end(ptr %9)
  br label %10

10:
  ret i32 0
}

define i32 @pthread_key_create(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_key_create(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_key_create(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = call i32 @__selvedge_key_create(ptr %5)
  %7 = load ptr, ptr %3, align 8
  store i32 %6, ptr %7, align 4
  ret i32 0
}

define i32 @__pthread_key_create(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_key_create(ptr %5, ptr %6)
  ret i32 %7
}

define i32 @pthread_key_delete(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @__selvedge_key_delete(i32 %3)
  ret i32 %4
}

declare i32 @__selvedge_key_delete(i32)

define i32 @pthread_setspecific(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__selvedge_key_set(i32 %5, ptr %6)
  ret i32 %7
}

declare i32 @__selvedge_key_set(i32, ptr)

define ptr @pthread_getspecific(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call ptr @__selvedge_key_get(i32 %3)
  ret ptr %4
}

declare ptr @__selvedge_key_get(i32)

define i32 @pthread_setname_np(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = call i64 @__sv_strlen(ptr %5)
  %7 = icmp ugt i64 %6, 15
  %8 = zext i1 %7 to i64
  %9 = select i1 %7, i32 34, i32 0
  ret i32 %9
}

define i32 @pthread_getname_np(i64 %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store i64 %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %8 = load i64, ptr %7, align 8
  %9 = icmp ult i64 %8, 16
  br i1 %9, label %10, label %11

10:
  store i32 34, ptr %4, align 4
  br label %14

11:
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 0
  store i8 0, ptr %13, align 1
  store i32 0, ptr %4, align 4
  br label %14

14:
  %15 = load i32, ptr %4, align 4
  ret i32 %15
}

define i32 @pthread_setschedparam(i64 %0, i32 %1, ptr %2) {
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  ret i32 0
}

define i32 @pthread_getschedparam(i64 %0, ptr %1, ptr %2) {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  store i32 0, ptr %7, align 4
  %8 = load ptr, ptr %6, align 8
  %9 = getelementptr inbounds nuw %struct.sched_param, ptr %8, i32 0, i32 0
  store i32 0, ptr %9, align 4
  ret i32 0
}

define i32 @pthread_setschedprio(i64 %0, i32 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  ret i32 0
}

define i32 @pthread_setconcurrency(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp slt i32 %3, 0
  %5 = zext i1 %4 to i64
  %6 = select i1 %4, i32 22, i32 0
  ret i32 %6
}

define i32 @pthread_getconcurrency() {
  ret i32 0
}

define i32 @pthread_setaffinity_np(i64 %0, i64 %1, ptr %2) {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  ret i32 0
}

define i32 @sched_setaffinity(i32 %0, i64 %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  ret i32 0
}

define i32 @pthread_getaffinity_np(i64 %0, i64 %1, ptr %2) {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load i64, ptr %5, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__sv_two_processors(i64 %7, ptr %8)
  ret i32 %9
}

define internal i32 @__sv_two_processors(i64 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp ult i64 %6, 8
  br i1 %7, label %8, label %9

8:
  store i32 22, ptr %3, align 4
  br label %13

9:
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr %4, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 %11, i1 false)
  %12 = load ptr, ptr %5, align 8
  store i8 3, ptr %12, align 1
  store i32 0, ptr %3, align 4
  br label %13

13:
  %14 = load i32, ptr %3, align 4
  ret i32 %14
}

define i32 @sched_getaffinity(i32 %0, i64 %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load i64, ptr %5, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__sv_two_processors(i64 %7, ptr %8)
  %10 = call i32 @__sv_result(i32 %9)
  ret i32 %10
}

define internal i32 @__sv_result(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %6, label %9

6:
  %7 = load i32, ptr %3, align 4
  %8 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 %7, ptr %8, align 4
  store i32 -1, ptr %2, align 4
  br label %10

9:
  store i32 0, ptr %2, align 4
  br label %10

10:
  %11 = load i32, ptr %2, align 4
  ret i32 %11
}

define i32 @__sched_cpucount(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  store i64 0, ptr %6, align 8
  br label %8

8:
  %9 = load i64, ptr %6, align 8
  %10 = load i64, ptr %3, align 8
  %11 = icmp ult i64 %9, %10
  br i1 %11, label %12, label %33

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr %6, align 8
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 %14
  %16 = load i8, ptr %15, align 1
  %17 = zext i8 %16 to i32
  store i32 %17, ptr %7, align 4
  br label %18

18:
  %19 = load i32, ptr %7, align 4
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %29

21:
  %22 = load i32, ptr %5, align 4
  %23 = add nsw i32 %22, 1
  store i32 %23, ptr %5, align 4
  br label %24

24:
  %25 = load i32, ptr %7, align 4
  %26 = sub i32 %25, 1
  %27 = load i32, ptr %7, align 4
  %28 = and i32 %27, %26
  store i32 %28, ptr %7, align 4
  br label %18

29:
  br label %30

30:
  %31 = load i64, ptr %6, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %6, align 8
  br label %8

33:
  %34 = load i32, ptr %5, align 4
  ret i32 %34
}

define i32 @sched_getcpu() {
  %1 = alloca i32, align 4
  %2 = call i32 @__selvedge_nondet_i32(ptr @.str.16)
  store i32 %2, ptr %1, align 4
  %3 = load i32, ptr %1, align 4
  %4 = call zeroext i1 @__selvedge_plain_environment()
  %5 = zext i1 %4 to i64
  %6 = select i1 %4, i32 1, i32 8191
  %7 = and i32 %3, %6
  ret i32 %7
}

declare zeroext i1 @__selvedge_plain_environment()

define i32 @sched_get_priority_max(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 0
  %5 = zext i1 %4 to i64
  %6 = select i1 %4, i32 0, i32 99
  ret i32 %6
}

define i32 @sched_get_priority_min(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 0
  %5 = zext i1 %4 to i64
  %6 = select i1 %4, i32 0, i32 1
  ret i32 %6
}

define i32 @sched_setscheduler(i32 %0, i32 %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  ret i32 0
}

define i32 @pthread_setcancelstate(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %4, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %22

12:
  %13 = load ptr, ptr %5, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %19

15:
  %16 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_cancel_state)
  %17 = load i32, ptr %16, align 4
  %18 = load ptr, ptr %5, align 8
  store i32 %17, ptr %18, align 4
  br label %19

19:
  %20 = load i32, ptr %4, align 4
  %21 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_cancel_state)
  store i32 %20, ptr %21, align 4
  store i32 0, ptr %3, align 4
  br label %22

22:
  %23 = load i32, ptr %3, align 4
  ret i32 %23
}

define i32 @pthread_setcanceltype(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %4, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %22

12:
  %13 = load ptr, ptr %5, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %19

15:
  %16 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_cancel_type)
  %17 = load i32, ptr %16, align 4
  %18 = load ptr, ptr %5, align 8
  store i32 %17, ptr %18, align 4
  br label %19

19:
  %20 = load i32, ptr %4, align 4
  %21 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_cancel_type)
  store i32 %20, ptr %21, align 4
  store i32 0, ptr %3, align 4
  br label %22

22:
  %23 = load i32, ptr %3, align 4
  ret i32 %23
}

define void @pthread_testcancel() {
  ret void
}

define i32 @pthread_cancel(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.17)
  unreachable
}

define i32 @pthread_kill(i64 %0, i32 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store i64 %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %8

7:
  ret i32 0

8:
  call void @__selvedge_unsupported(ptr @.str.18)
  unreachable
}

define void @__pthread_register_cancel(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.19)
  unreachable
}

define void @__pthread_unregister_cancel(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.20)
  unreachable
}

define weak void @__pthread_unwind_next(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.21)
  unreachable
}

define i32 @pthread_atfork(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  ret i32 0
}

define i32 @pthread_mutex_init(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %16

8:
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %9, align 4
  %11 = and i32 %10, 3
  store i32 %11, ptr %5, align 4
  %12 = load i32, ptr %5, align 4
  %13 = icmp eq i32 %12, 3
  br i1 %13, label %14, label %15

14:
  store i32 0, ptr %5, align 4
  br label %15

15:
  br label %16

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load i32, ptr %5, align 4
  %19 = call i32 @__selvedge_mutex_init(ptr %17, i32 %18)
  ret i32 %19
}

declare i32 @__selvedge_mutex_init(ptr, i32)

define i32 @pthread_mutex_trylock(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_mutex_trylock(ptr %3)
  ret i32 %4
}

declare i32 @__selvedge_mutex_trylock(ptr)

define i32 @pthread_mutex_timedlock(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_mutex_timed_lock(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_mutex_timed_lock(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = call i32 @__sv_bad_time(ptr %7)
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %13, label %10

10:
  %11 = load ptr, ptr %4, align 8
  %12 = call i32 @__selvedge_mutex_timedlock(ptr %11)
  store i32 %12, ptr %3, align 4
  br label %23

13:
  %14 = load ptr, ptr %4, align 8
  %15 = call i32 @__selvedge_mutex_trylock(ptr %14)
  store i32 %15, ptr %6, align 4
  %16 = load i32, ptr %6, align 4
  %17 = icmp eq i32 %16, 16
  br i1 %17, label %18, label %19

18:
  br label %21

19:
  %20 = load i32, ptr %6, align 4
  br label %21

21:
  %22 = phi i32 [ 22, %18 ], [ %20, %19 ]
  store i32 %22, ptr %3, align 4
  br label %23

23:
  %24 = load i32, ptr %3, align 4
  ret i32 %24
}

define i32 @pthread_mutex_clocklock(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__sv_mutex_timed_lock(ptr %7, ptr %8)
  ret i32 %9
}

define i32 @pthread_mutex_consistent(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 22
}

define i32 @pthread_mutexattr_init(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store i32 0, ptr %3, align 4
  ret i32 0
}

define i32 @pthread_mutexattr_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @pthread_mutexattr_settype(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp sgt i32 %9, 3
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = call i32 @__sv_set_bits(ptr %13, i32 3, i32 %14)
  store i32 %15, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define internal i32 @__sv_set_bits(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load i32, ptr %7, align 4
  %9 = load i32, ptr %5, align 4
  %10 = xor i32 %9, -1
  %11 = and i32 %8, %10
  %12 = load i32, ptr %6, align 4
  %13 = or i32 %11, %12
  %14 = load ptr, ptr %4, align 8
  store i32 %13, ptr %14, align 4
  ret i32 0
}

define i32 @pthread_mutexattr_setkind_np(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp sgt i32 %9, 3
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = call i32 @__sv_set_bits(ptr %13, i32 3, i32 %14)
  store i32 %15, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define i32 @pthread_mutexattr_gettype(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 3
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_mutexattr_setpshared(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %19

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = icmp ne i32 %14, 0
  %16 = zext i1 %15 to i64
  %17 = select i1 %15, i32 4, i32 0
  %18 = call i32 @__sv_set_bits(ptr %13, i32 4, i32 %17)
  store i32 %18, ptr %3, align 4
  br label %19

19:
  %20 = load i32, ptr %3, align 4
  ret i32 %20
}

define i32 @pthread_mutexattr_getpshared(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 4
  %8 = icmp ne i32 %7, 0
  %9 = zext i1 %8 to i32
  %10 = load ptr, ptr %4, align 8
  store i32 %9, ptr %10, align 4
  ret i32 0
}

define i32 @pthread_mutexattr_setprotocol(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp sgt i32 %9, 2
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %17

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = shl i32 %14, 4
  %16 = call i32 @__sv_set_bits(ptr %13, i32 48, i32 %15)
  store i32 %16, ptr %3, align 4
  br label %17

17:
  %18 = load i32, ptr %3, align 4
  ret i32 %18
}

define i32 @pthread_mutexattr_getprotocol(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 48
  %8 = ashr i32 %7, 4
  %9 = load ptr, ptr %4, align 8
  store i32 %8, ptr %9, align 4
  ret i32 0
}

define i32 @pthread_mutexattr_setrobust(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %9

8:
  store i32 0, ptr %3, align 4
  br label %14

9:
  %10 = load i32, ptr %5, align 4
  %11 = icmp ne i32 %10, 1
  br i1 %11, label %12, label %13

12:
  store i32 22, ptr %3, align 4
  br label %14

13:
  call void @__selvedge_unsupported(ptr @.str.22)
  unreachable

14:
  %15 = load i32, ptr %3, align 4
  ret i32 %15
}

define i32 @pthread_mutexattr_getrobust(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  store i32 0, ptr %5, align 4
  ret i32 0
}

define i32 @pthread_spin_init(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @__selvedge_mutex_init(ptr %5, i32 0)
  ret i32 %6
}

define i32 @pthread_rwlock_init(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %13

7:
  %8 = load ptr, ptr %4, align 8
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %9, 6
  %11 = icmp eq i32 %10, 4
  br i1 %11, label %12, label %13

12:
  call void @__selvedge_unsupported(ptr @.str.23)
  unreachable

13:
  %14 = load ptr, ptr %3, align 8
  %15 = call i32 @__selvedge_rw_init(ptr %14)
  ret i32 %15
}

declare i32 @__selvedge_rw_init(ptr)

define i32 @pthread_rwlock_timedrdlock(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_timed_rdlock(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_timed_rdlock(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @__selvedge_rw_tryrdlock(ptr %7)
  store i32 %8, ptr %6, align 4
  %9 = load i32, ptr %6, align 4
  %10 = icmp ne i32 %9, 16
  br i1 %10, label %11, label %13

11:
  %12 = load i32, ptr %6, align 4
  store i32 %12, ptr %3, align 4
  br label %26

13:
  %14 = load ptr, ptr %5, align 8
  %15 = call i32 @__sv_bad_time(ptr %14)
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %18

17:
  store i32 22, ptr %3, align 4
  br label %26

18:
  %19 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.103)
  br i1 %19, label %20, label %21

20:
  br label %24

21:
  %22 = load ptr, ptr %4, align 8
  %23 = call i32 @__selvedge_rw_rdlock(ptr %22)
  br label %24

24:
  %25 = phi i32 [ 110, %20 ], [ %23, %21 ]
  store i32 %25, ptr %3, align 4
  br label %26

26:
  %27 = load i32, ptr %3, align 4
  ret i32 %27
}

define i32 @pthread_rwlock_timedwrlock(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_timed_wrlock(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_timed_wrlock(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @__selvedge_rw_trywrlock(ptr %7)
  store i32 %8, ptr %6, align 4
  %9 = load i32, ptr %6, align 4
  %10 = icmp ne i32 %9, 16
  br i1 %10, label %11, label %13

11:
  %12 = load i32, ptr %6, align 4
  store i32 %12, ptr %3, align 4
  br label %26

13:
  %14 = load ptr, ptr %5, align 8
  %15 = call i32 @__sv_bad_time(ptr %14)
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %18

17:
  store i32 22, ptr %3, align 4
  br label %26

18:
  %19 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.104)
  br i1 %19, label %20, label %21

20:
  br label %24

21:
  %22 = load ptr, ptr %4, align 8
  %23 = call i32 @__selvedge_rw_wrlock(ptr %22)
  br label %24

24:
  %25 = phi i32 [ 110, %20 ], [ %23, %21 ]
  store i32 %25, ptr %3, align 4
  br label %26

26:
  %27 = load i32, ptr %3, align 4
  ret i32 %27
}

define i32 @pthread_rwlock_clockrdlock(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__sv_timed_rdlock(ptr %7, ptr %8)
  ret i32 %9
}

define i32 @pthread_rwlock_clockwrlock(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__sv_timed_wrlock(ptr %7, ptr %8)
  ret i32 %9
}

define i32 @pthread_cond_init(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @__selvedge_cond_init(ptr %5)
  ret i32 %6
}

declare i32 @__selvedge_cond_init(ptr)

define i32 @pthread_cond_timedwait(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = call i32 @__sv_bad_time(ptr %7)
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %11

10:
  br label %15

11:
  %12 = load ptr, ptr %4, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = call i32 @__selvedge_cond_timedwait(ptr %12, ptr %13)
  br label %15

15:
  %16 = phi i32 [ 22, %10 ], [ %14, %11 ]
  ret i32 %16
}

define internal i32 @__sv_bad_time(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.timespec, ptr %3, i32 0, i32 0
  %5 = load i64, ptr %4, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.timespec, ptr %6, i32 0, i32 1
  %8 = load i64, ptr %7, align 8
  %9 = icmp slt i64 %8, 0
  br i1 %9, label %15, label %10

10:
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds nuw %struct.timespec, ptr %11, i32 0, i32 1
  %13 = load i64, ptr %12, align 8
  %14 = icmp sge i64 %13, 1000000000
  br label %15

15:
  %16 = phi i1 [ true, %1 ], [ %14, %10 ]
  %17 = zext i1 %16 to i32
  ret i32 %17
}

declare i32 @__selvedge_cond_timedwait(ptr, ptr)

define i32 @pthread_cond_clockwait(ptr %0, ptr %1, i32 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %8, align 8
  %10 = call i32 @__sv_bad_time(ptr %9)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %13

12:
  br label %17

13:
  %14 = load ptr, ptr %5, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = call i32 @__selvedge_cond_timedwait(ptr %14, ptr %15)
  br label %17

17:
  %18 = phi i32 [ 22, %12 ], [ %16, %13 ]
  ret i32 %18
}

define i32 @pthread_barrier_init(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9

9:
  %10 = load i32, ptr %6, align 4
  %11 = icmp ugt i32 %10, 2147483647
  br i1 %11, label %12, label %13

12:
  br label %17

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load i32, ptr %6, align 4
  %16 = call i32 @__selvedge_barrier_init(ptr %14, i32 %15)
  br label %17

17:
  %18 = phi i32 [ 22, %12 ], [ %16, %13 ]
  ret i32 %18
}

declare i32 @__selvedge_barrier_init(ptr, i32)

define i32 @pthread_rwlockattr_init(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store i32 0, ptr %3, align 4
  ret i32 0
}

define i32 @pthread_rwlockattr_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @pthread_rwlockattr_setpshared(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = call i32 @__sv_set_bits(ptr %13, i32 1, i32 %14)
  store i32 %15, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define i32 @pthread_rwlockattr_getpshared(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 1
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_condattr_init(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store i32 0, ptr %3, align 4
  ret i32 0
}

define i32 @pthread_condattr_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @pthread_condattr_setpshared(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = call i32 @__sv_set_bits(ptr %13, i32 1, i32 %14)
  store i32 %15, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define i32 @pthread_condattr_getpshared(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 1
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_barrierattr_init(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store i32 0, ptr %3, align 4
  ret i32 0
}

define i32 @pthread_barrierattr_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @pthread_barrierattr_setpshared(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = call i32 @__sv_set_bits(ptr %13, i32 1, i32 %14)
  store i32 %15, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define i32 @pthread_barrierattr_getpshared(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 1
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define i32 @pthread_rwlockattr_setkind_np(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %10, label %7

7:
  %8 = load i32, ptr %4, align 4
  %9 = icmp sgt i32 %8, 2
  br i1 %9, label %10, label %11

10:
  br label %16

11:
  %12 = load ptr, ptr %3, align 8
  %13 = load i32, ptr %4, align 4
  %14 = shl i32 %13, 1
  %15 = call i32 @__sv_set_bits(ptr %12, i32 6, i32 %14)
  br label %16

16:
  %17 = phi i32 [ 22, %10 ], [ %15, %11 ]
  ret i32 %17
}

define i32 @pthread_rwlockattr_getkind_np(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 6
  %8 = ashr i32 %7, 1
  %9 = load ptr, ptr %4, align 8
  store i32 %8, ptr %9, align 4
  ret i32 0
}

define i32 @pthread_condattr_setclock(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %17

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i32, ptr %5, align 4
  %15 = shl i32 %14, 1
  %16 = call i32 @__sv_set_bits(ptr %13, i32 2, i32 %15)
  store i32 %16, ptr %3, align 4
  br label %17

17:
  %18 = load i32, ptr %3, align 4
  ret i32 %18
}

define i32 @pthread_condattr_getclock(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, 2
  %8 = ashr i32 %7, 1
  %9 = load ptr, ptr %4, align 8
  store i32 %8, ptr %9, align 4
  ret i32 0
}

define i32 @sem_init(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %7 = load i32, ptr %6, align 4
  %8 = icmp ugt i32 %7, 2147483647
  br i1 %8, label %9, label %10

9:
  br label %14

10:
  %11 = load ptr, ptr %4, align 8
  %12 = load i32, ptr %6, align 4
  %13 = call i32 @__selvedge_sem_init(ptr %11, i32 %12)
  br label %14

14:
  %15 = phi i32 [ 22, %9 ], [ %13, %10 ]
  %16 = call i32 @__sv_result(i32 %15)
  ret i32 %16
}

declare i32 @__selvedge_sem_init(ptr, i32)

define i32 @sem_post(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_sem_post(ptr %3)
  %5 = icmp ne i32 %4, 0
  %6 = zext i1 %5 to i64
  %7 = select i1 %5, i32 75, i32 0
  %8 = call i32 @__sv_result(i32 %7)
  ret i32 %8
}

declare i32 @__selvedge_sem_post(ptr)

define i32 @sem_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_sem_destroy(ptr %3)
  %5 = call i32 @__sv_result(i32 %4)
  ret i32 %5
}

declare i32 @__selvedge_sem_destroy(ptr)

define i32 @sem_trywait(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_sem_trywait(ptr %3)
  %5 = call i32 @__sv_result(i32 %4)
  ret i32 %5
}

declare i32 @__selvedge_sem_trywait(ptr)

define i32 @sem_timedwait(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_sem_timed_wait(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_sem_timed_wait(ptr %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = call i32 @__sv_bad_time(ptr %7)
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %14, label %10

10:
  %11 = load ptr, ptr %4, align 8
  %12 = call i32 @__selvedge_sem_timedwait(ptr %11)
  %13 = call i32 @__sv_result(i32 %12)
  store i32 %13, ptr %3, align 4
  br label %25

14:
  %15 = load ptr, ptr %4, align 8
  %16 = call i32 @__selvedge_sem_trywait(ptr %15)
  store i32 %16, ptr %6, align 4
  %17 = load i32, ptr %6, align 4
  %18 = icmp eq i32 %17, 11
  br i1 %18, label %19, label %20

19:
  br label %22

20:
  %21 = load i32, ptr %6, align 4
  br label %22

22:
  %23 = phi i32 [ 22, %19 ], [ %21, %20 ]
  %24 = call i32 @__sv_result(i32 %23)
  store i32 %24, ptr %3, align 4
  br label %25

25:
  %26 = load i32, ptr %3, align 4
  ret i32 %26
}

define i32 @sem_clockwait(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__sv_sem_timed_wait(ptr %7, ptr %8)
  ret i32 %9
}

define i32 @sem_getvalue(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.selvedge_counted, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call i64 @__selvedge_sem_getvalue(ptr %6)
  store i64 %7, ptr %5, align 4
  %8 = getelementptr inbounds nuw %struct.selvedge_counted, ptr %5, i32 0, i32 0
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %15

11:
  %12 = getelementptr inbounds nuw %struct.selvedge_counted, ptr %5, i32 0, i32 1
  %13 = load i32, ptr %12, align 4
  %14 = load ptr, ptr %4, align 8
  store i32 %13, ptr %14, align 4
  br label %15

15:
  %16 = getelementptr inbounds nuw %struct.selvedge_counted, ptr %5, i32 0, i32 0
  %17 = load i32, ptr %16, align 4
  %18 = call i32 @__sv_result(i32 %17)
  ret i32 %18
}

declare i64 @__selvedge_sem_getvalue(ptr)

define ptr @sem_open(ptr %0, i32 %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.24)
  unreachable
}

define i32 @sem_close(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.25)
  unreachable
}

define i32 @sem_unlink(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.26)
  unreachable
}

define i32 @thrd_create(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = call ptr @__selvedge_heap_alloc(i64 16, i32 0)
  store ptr %8, ptr %7, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %7, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_start, ptr %10, i32 0, i32 0
  store ptr %9, ptr %11, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_start, ptr %13, i32 0, i32 1
  store ptr %12, ptr %14, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = call i64 @__selvedge_thread_create(ptr @__sv_thrd_main, ptr %15)
  %17 = load ptr, ptr %4, align 8
  store i64 %16, ptr %17, align 8
  ret i32 0
}

define internal ptr @__sv_thrd_main(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca %struct.__sv_start, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %4, i64 16, i1 false)
  %5 = load ptr, ptr %2, align 8
  call void @__selvedge_heap_free(ptr %5)
  %6 = getelementptr inbounds nuw %struct.__sv_start, ptr %3, i32 0, i32 0
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_start, ptr %3, i32 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = call i32 %7(ptr %9)
  %11 = sext i32 %10 to i64
  %12 = inttoptr i64 %11 to ptr
  ret ptr %12
}

define i32 @thrd_join(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.selvedge_joined, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = call { i32, ptr } @__selvedge_thread_join(i64 %6)
  %8 = getelementptr inbounds nuw { i32, ptr }, ptr %5, i32 0, i32 0
  %9 = extractvalue { i32, ptr } %7, 0
  store i32 %9, ptr %8, align 8
  %10 = getelementptr inbounds nuw { i32, ptr }, ptr %5, i32 0, i32 1
  %11 = extractvalue { i32, ptr } %7, 1
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %5, i32 0, i32 0
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %24

15:
  %16 = load ptr, ptr %4, align 8
  %17 = icmp ne ptr %16, null
  br i1 %17, label %18, label %24

18:
  %19 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %5, i32 0, i32 1
  %20 = load ptr, ptr %19, align 8
  %21 = ptrtoint ptr %20 to i64
  %22 = trunc i64 %21 to i32
  %23 = load ptr, ptr %4, align 8
  store i32 %22, ptr %23, align 4
  br label %24

24:
  %25 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %5, i32 0, i32 0
  %26 = load i32, ptr %25, align 8
  %27 = call i32 @__sv_thrd_status(i32 %26)
  ret i32 %27
}

define internal i32 @__sv_thrd_status(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %7

6:
  store i32 0, ptr %2, align 4
  br label %16

7:
  %8 = load i32, ptr %3, align 4
  %9 = icmp eq i32 %8, 16
  br i1 %9, label %10, label %11

10:
  store i32 1, ptr %2, align 4
  br label %16

11:
  %12 = load i32, ptr %3, align 4
  %13 = icmp eq i32 %12, 110
  br i1 %13, label %14, label %15

14:
  store i32 4, ptr %2, align 4
  br label %16

15:
  store i32 2, ptr %2, align 4
  br label %16

16:
  %17 = load i32, ptr %2, align 4
  ret i32 %17
}

define void @thrd_exit(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = sext i32 %3 to i64
  %5 = inttoptr i64 %4 to ptr
  call void @__selvedge_thread_exit(ptr %5)
  unreachable
}

declare void @__selvedge_thread_exit(ptr)

define i32 @thrd_detach(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i32 @__selvedge_thread_detach(i64 %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

define i64 @thrd_current() {
  %1 = call i64 @__selvedge_thread_self()
  ret i64 %1
}

declare i64 @__selvedge_thread_self()

define i32 @thrd_equal(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp eq i64 %5, %6
  %8 = zext i1 %7 to i32
  ret i32 %8
}

define void @thrd_yield() {
  call void @__selvedge_yield()
  ret void
}

declare void @__selvedge_yield()

define i32 @thrd_sleep(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_yield()
  ret i32 0
}

define i32 @mtx_init(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = and i32 %6, -4
  %8 = icmp ne i32 %7, 0
  br i1 %8, label %9, label %10

9:
  store i32 2, ptr %3, align 4
  br label %19

10:
  %11 = load ptr, ptr %4, align 8
  %12 = load i32, ptr %5, align 4
  %13 = and i32 %12, 1
  %14 = icmp ne i32 %13, 0
  %15 = zext i1 %14 to i64
  %16 = select i1 %14, i32 1, i32 0
  %17 = call i32 @__selvedge_mutex_init(ptr %11, i32 %16)
  %18 = call i32 @__sv_thrd_status(i32 %17)
  store i32 %18, ptr %3, align 4
  br label %19

19:
  %20 = load i32, ptr %3, align 4
  ret i32 %20
}

define i32 @mtx_lock(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_mutex_lock(ptr %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

define i32 @mtx_trylock(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_mutex_trylock(ptr %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

define i32 @mtx_timedlock(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_mutex_timed_lock(ptr %5, ptr %6)
  %8 = call i32 @__sv_thrd_status(i32 %7)
  ret i32 %8
}

define i32 @mtx_unlock(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_mutex_unlock(ptr %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

define void @mtx_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_mutex_destroy(ptr %3)
  ret void
}

declare i32 @__selvedge_mutex_destroy(ptr)

define i32 @cnd_init(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_init(ptr %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

define i32 @cnd_signal(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_signal(ptr %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

declare i32 @__selvedge_cond_signal(ptr)

define i32 @cnd_broadcast(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_broadcast(ptr %3)
  %5 = call i32 @__sv_thrd_status(i32 %4)
  ret i32 %5
}

declare i32 @__selvedge_cond_broadcast(ptr)

define i32 @cnd_wait(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__selvedge_cond_wait(ptr %5, ptr %6)
  %8 = call i32 @__sv_thrd_status(i32 %7)
  ret i32 %8
}

declare i32 @__selvedge_cond_wait(ptr, ptr)

define i32 @cnd_timedwait(ptr %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = call i32 @__sv_bad_time(ptr %8)
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %12

11:
  store i32 2, ptr %4, align 4
  br label %17

12:
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = call i32 @__selvedge_cond_timedwait(ptr %13, ptr %14)
  %16 = call i32 @__sv_thrd_status(i32 %15)
  store i32 %16, ptr %4, align 4
  br label %17

17:
  %18 = load i32, ptr %4, align 4
  ret i32 %18
}

define void @cnd_destroy(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_destroy(ptr %3)
  ret void
}

declare i32 @__selvedge_cond_destroy(ptr)

define void @call_once(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_once(ptr %5, ptr %6)
  ret void
}

define i32 @tss_create(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = call i32 @__selvedge_key_create(ptr %5)
  %7 = load ptr, ptr %3, align 8
  store i32 %6, ptr %7, align 4
  ret i32 0
}

declare i32 @__selvedge_key_create(ptr)

define void @tss_delete(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @__selvedge_key_delete(i32 %3)
  ret void
}

define i32 @tss_set(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__selvedge_key_set(i32 %5, ptr %6)
  %8 = call i32 @__sv_thrd_status(i32 %7)
  ret i32 %8
}

define ptr @tss_get(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call ptr @__selvedge_key_get(i32 %3)
  ret ptr %4
}

define i32 @clock_gettime(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca %struct.timespec, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call { i64, i64 } @__sv_now()
  %8 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  %9 = extractvalue { i64, i64 } %7, 0
  store i64 %9, ptr %8, align 8
  %10 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  %11 = extractvalue { i64, i64 } %7, 1
  store i64 %11, ptr %10, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %6, ptr align 8 %5, i64 16, i1 false)
  ret i32 0
}

define internal { i64, i64 } @__sv_now() {
  %1 = alloca %struct.timespec, align 8
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = load atomic i64, ptr @__sv_noted monotonic, align 8
  store i64 %7, ptr %3, align 8
  %8 = load i64, ptr %3, align 8
  store i64 %8, ptr %2, align 8
  %9 = load i64, ptr %2, align 8
  %10 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sv_last)
  %11 = load i64, ptr %10, align 8
  %12 = icmp ult i64 %9, %11
  br i1 %12, label %13, label %16

13:
  %14 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sv_last)
  %15 = load i64, ptr %14, align 8
  store i64 %15, ptr %2, align 8
  br label %16

16:
  %17 = load i64, ptr %2, align 8
  %18 = lshr i64 %17, 30
  %19 = call i32 @__selvedge_nondet_i32(ptr @.str.105)
  %20 = and i32 %19, 2147483647
  %21 = zext i32 %20 to i64
  %22 = add i64 %18, %21
  store i64 %22, ptr %4, align 8
  %23 = load i64, ptr %4, align 8
  %24 = shl i64 %23, 30
  %25 = call i32 @__selvedge_nondet_i32(ptr @.str.106)
  %26 = and i32 %25, 1073741823
  %27 = call i32 @__sv_below(i32 1000000000, i32 %26)
  %28 = zext i32 %27 to i64
  %29 = or i64 %24, %28
  store i64 %29, ptr %5, align 8
  %30 = load i64, ptr %5, align 8
  %31 = load i64, ptr %2, align 8
  %32 = icmp ult i64 %30, %31
  br i1 %32, label %33, label %35

33:
  %34 = load i64, ptr %2, align 8
  store i64 %34, ptr %5, align 8
  br label %35

35:
  %36 = load i64, ptr %5, align 8
  %37 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sv_last)
  store i64 %36, ptr %37, align 8
  %38 = load i64, ptr %5, align 8
  store i64 %38, ptr %6, align 8
  %39 = load i64, ptr %6, align 8
  store atomic i64 %39, ptr @__sv_noted monotonic, align 8
  %40 = getelementptr inbounds nuw %struct.timespec, ptr %1, i32 0, i32 0
  %41 = load i64, ptr %5, align 8
  %42 = lshr i64 %41, 30
  store i64 %42, ptr %40, align 8
  %43 = getelementptr inbounds nuw %struct.timespec, ptr %1, i32 0, i32 1
  %44 = load i64, ptr %5, align 8
  %45 = and i64 %44, 1073741823
  store i64 %45, ptr %43, align 8
  %46 = load { i64, i64 }, ptr %1, align 8
  ret { i64, i64 } %46
}

define i32 @clock_getres(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %12

7:
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.timespec, ptr %8, i32 0, i32 0
  store i64 0, ptr %9, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.timespec, ptr %10, i32 0, i32 1
  store i64 1, ptr %11, align 8
  br label %12

12:
  ret i32 0
}

define i32 @timespec_get(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca %struct.timespec, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = call { i64, i64 } @__sv_now()
  %8 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  %9 = extractvalue { i64, i64 } %7, 0
  store i64 %9, ptr %8, align 8
  %10 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  %11 = extractvalue { i64, i64 } %7, 1
  store i64 %11, ptr %10, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %6, ptr align 8 %5, i64 16, i1 false)
  %12 = load i32, ptr %4, align 4
  ret i32 %12
}

define i32 @gettimeofday(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.timespec, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %25

8:
  %9 = call { i64, i64 } @__sv_now()
  %10 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  %11 = extractvalue { i64, i64 } %9, 0
  store i64 %11, ptr %10, align 8
  %12 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  %13 = extractvalue { i64, i64 } %9, 1
  store i64 %13, ptr %12, align 8
  %14 = getelementptr inbounds nuw %struct.timespec, ptr %5, i32 0, i32 0
  %15 = load i64, ptr %14, align 8
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_timeval, ptr %16, i32 0, i32 0
  store i64 %15, ptr %17, align 8
  %18 = getelementptr inbounds nuw %struct.timespec, ptr %5, i32 0, i32 1
  %19 = load i64, ptr %18, align 8
  %20 = trunc i64 %19 to i32
  %21 = udiv i32 %20, 1000
  %22 = zext i32 %21 to i64
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds nuw %struct.__sv_timeval, ptr %23, i32 0, i32 1
  store i64 %22, ptr %24, align 8
  br label %25

25:
  ret i32 0
}

define i64 @time(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca %struct.timespec, align 8
  store ptr %0, ptr %2, align 8
  %5 = call { i64, i64 } @__sv_now()
  %6 = getelementptr inbounds nuw { i64, i64 }, ptr %4, i32 0, i32 0
  %7 = extractvalue { i64, i64 } %5, 0
  store i64 %7, ptr %6, align 8
  %8 = getelementptr inbounds nuw { i64, i64 }, ptr %4, i32 0, i32 1
  %9 = extractvalue { i64, i64 } %5, 1
  store i64 %9, ptr %8, align 8
  %10 = getelementptr inbounds nuw %struct.timespec, ptr %4, i32 0, i32 0
  %11 = load i64, ptr %10, align 8
  store i64 %11, ptr %3, align 8
  %12 = load ptr, ptr %2, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %17

14:
  %15 = load i64, ptr %3, align 8
  %16 = load ptr, ptr %2, align 8
  store i64 %15, ptr %16, align 8
  br label %17

17:
  %18 = load i64, ptr %3, align 8
  ret i64 %18
}

define i64 @clock() {
  %1 = alloca %struct.timespec, align 8
  %2 = call { i64, i64 } @__sv_now()
  %3 = getelementptr inbounds nuw { i64, i64 }, ptr %1, i32 0, i32 0
  %4 = extractvalue { i64, i64 } %2, 0
  store i64 %4, ptr %3, align 8
  %5 = getelementptr inbounds nuw { i64, i64 }, ptr %1, i32 0, i32 1
  %6 = extractvalue { i64, i64 } %2, 1
  store i64 %6, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.timespec, ptr %1, i32 0, i32 0
  %8 = load i64, ptr %7, align 8
  %9 = mul nsw i64 %8, 1000000
  ret i64 %9
}

define double @difftime(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = sitofp i64 %5 to double
  %7 = load i64, ptr %4, align 8
  %8 = sitofp i64 %7 to double
  %9 = fsub double %6, %8
  ret double %9
}

define i32 @nanosleep(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @__sv_bad_time(ptr %5)
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %10

8:
  %9 = call i32 @__sv_result(i32 22)
  br label %13

10:
  %11 = load ptr, ptr %4, align 8
  %12 = call i32 @__sv_rest(ptr %11)
  br label %13

13:
  %14 = phi i32 [ %9, %8 ], [ %12, %10 ]
  ret i32 %14
}

define internal i32 @__sv_rest(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_yield()
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %10

5:
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.timespec, ptr %6, i32 0, i32 0
  store i64 0, ptr %7, align 8
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.timespec, ptr %8, i32 0, i32 1
  store i64 0, ptr %9, align 8
  br label %10

10:
  ret i32 0
}

define i32 @clock_nanosleep(i32 %0, i32 %1, ptr %2, ptr %3) {
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store i32 %0, ptr %5, align 4
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %7, align 8
  %10 = call i32 @__sv_bad_time(ptr %9)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %13

12:
  br label %16

13:
  %14 = load ptr, ptr %8, align 8
  %15 = call i32 @__sv_rest(ptr %14)
  br label %16

16:
  %17 = phi i32 [ 22, %12 ], [ %15, %13 ]
  ret i32 %17
}

define i32 @usleep(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = call i32 @__sv_rest(ptr null)
  ret i32 %3
}

define i32 @sleep(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = call i32 @__sv_rest(ptr null)
  ret i32 %3
}

define ptr @__errno_location() {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  ret ptr %1
}

define i32 @getpid() {
  %1 = call i32 @__sv_process()
  ret i32 %1
}

define internal i32 @__sv_process() {
  %1 = alloca i32, align 4
  %2 = call zeroext i1 @__selvedge_plain_environment()
  br i1 %2, label %3, label %4

3:
  store i32 1000, ptr %1, align 4
  br label %8

4:
  %5 = call i32 @__selvedge_nondet_i32(ptr @.str.107)
  %6 = and i32 %5, 4194303
  %7 = add nsw i32 1, %6
  store i32 %7, ptr %1, align 4
  br label %8

8:
  %9 = load i32, ptr %1, align 4
  ret i32 %9
}

define i32 @getppid() {
  %1 = alloca i32, align 4
  %2 = call zeroext i1 @__selvedge_plain_environment()
  br i1 %2, label %3, label %4

3:
  store i32 1, ptr %1, align 4
  br label %7

4:
  %5 = call i32 @__selvedge_nondet_i32(ptr @.str.27)
  %6 = and i32 %5, 4194303
  store i32 %6, ptr %1, align 4
  br label %7

7:
  %8 = load i32, ptr %1, align 4
  ret i32 %8
}

define i64 @syscall(i64 %0, ...) {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  %5 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %6)
  %7 = load i64, ptr %3, align 8
  switch i64 %7, label %36 [
    i64 202, label %8
    i64 186, label %28
    i64 39, label %31
    i64 24, label %34
    i64 324, label %35
  ]

8:
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0
  %10 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %9, i32 0, i32 0
  %11 = load i32, ptr %10, align 16
  %12 = icmp ule i32 %11, 40
  br i1 %12, label %13, label %18

13:
  %14 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %9, i32 0, i32 3
  %15 = load ptr, ptr %14, align 16
  %16 = getelementptr i8, ptr %15, i32 %11
  %17 = add i32 %11, 8
  store i32 %17, ptr %10, align 16
  br label %22

18:
  %19 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %9, i32 0, i32 2
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr i8, ptr %20, i32 8
  store ptr %21, ptr %19, align 8
  br label %22

22:
  %23 = phi ptr [ %16, %13 ], [ %20, %18 ]
  %24 = load ptr, ptr %23, align 8
  store ptr %24, ptr %5, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0
  %27 = call i64 @__sv_futex(ptr %25, ptr %26)
  store i64 %27, ptr %2, align 8
  br label %37

28:
  %29 = call i32 @__sv_thread_number()
  %30 = sext i32 %29 to i64
  store i64 %30, ptr %2, align 8
  br label %37

31:
  %32 = call i32 @__sv_process()
  %33 = sext i32 %32 to i64
  store i64 %33, ptr %2, align 8
  br label %37

34:
  call void @__selvedge_yield()
  store i64 0, ptr %2, align 8
  br label %37

35:
  call void @__selvedge_unsupported(ptr @.str.28)
  unreachable

36:
  call void @__selvedge_unsupported(ptr @.str.29)
  unreachable

37:
  %38 = load i64, ptr %2, align 8
  ret i64 %38
}

declare void @llvm.va_start.p0(ptr)

define internal i64 @__sv_futex(ptr %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %8, i32 0, i32 0
  %10 = load i32, ptr %9, align 8
  %11 = icmp ule i32 %10, 40
  br i1 %11, label %12, label %17

12:
  %13 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %8, i32 0, i32 3
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr i8, ptr %14, i32 %10
  %16 = add i32 %10, 8
  store i32 %16, ptr %9, align 8
  br label %21

17:
  %18 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %8, i32 0, i32 2
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr i8, ptr %19, i32 8
  store ptr %20, ptr %18, align 8
  br label %21

21:
  %22 = phi ptr [ %15, %12 ], [ %19, %17 ]
  %23 = load i32, ptr %22, align 4
  store i32 %23, ptr %6, align 4
  %24 = load ptr, ptr %5, align 8
  %25 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %24, i32 0, i32 0
  %26 = load i32, ptr %25, align 8
  %27 = icmp ule i32 %26, 40
  br i1 %27, label %28, label %33

28:
  %29 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %24, i32 0, i32 3
  %30 = load ptr, ptr %29, align 8
  %31 = getelementptr i8, ptr %30, i32 %26
  %32 = add i32 %26, 8
  store i32 %32, ptr %25, align 8
  br label %37

33:
  %34 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %24, i32 0, i32 2
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr i8, ptr %35, i32 8
  store ptr %36, ptr %34, align 8
  br label %37

37:
  %38 = phi ptr [ %31, %28 ], [ %35, %33 ]
  %39 = load i32, ptr %38, align 4
  store i32 %39, ptr %7, align 4
  %40 = load i32, ptr %6, align 4
  %41 = and i32 %40, 127
  switch i32 %41, label %66 [
    i32 0, label %42
    i32 9, label %42
    i32 1, label %62
    i32 10, label %62
  ]

42:
  %43 = load ptr, ptr %4, align 8
  %44 = load i32, ptr %7, align 4
  %45 = load ptr, ptr %5, align 8
  %46 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %45, i32 0, i32 0
  %47 = load i32, ptr %46, align 8
  %48 = icmp ule i32 %47, 40
  br i1 %48, label %49, label %54

49:
  %50 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %45, i32 0, i32 3
  %51 = load ptr, ptr %50, align 8
  %52 = getelementptr i8, ptr %51, i32 %47
  %53 = add i32 %47, 8
  store i32 %53, ptr %46, align 8
  br label %58

54:
  %55 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %45, i32 0, i32 2
  %56 = load ptr, ptr %55, align 8
  %57 = getelementptr i8, ptr %56, i32 8
  store ptr %57, ptr %55, align 8
  br label %58

58:
  %59 = phi ptr [ %52, %49 ], [ %56, %54 ]
  %60 = load ptr, ptr %59, align 8
  %61 = call i64 @__sv_futex_wait(ptr %43, i32 %44, ptr %60)
  store i64 %61, ptr %3, align 8
  br label %67

62:
  %63 = load ptr, ptr %4, align 8
  %64 = load i32, ptr %7, align 4
  %65 = call i64 @__sv_futex_wake(ptr %63, i32 %64)
  store i64 %65, ptr %3, align 8
  br label %67

66:
  call void @__selvedge_unsupported(ptr @.str.108)
  unreachable

67:
  %68 = load i64, ptr %3, align 8
  ret i64 %68
}

define internal i32 @__sv_thread_number() {
  %1 = call i64 @__selvedge_thread_self()
  %2 = trunc i64 %1 to i32
  %3 = add nsw i32 1000, %2
  ret i32 %3
}

define i32 @gettid() {
  %1 = call i32 @__sv_thread_number()
  ret i32 %1
}

define i32 @getuid() {
  %1 = call zeroext i1 @__selvedge_plain_environment()
  br i1 %1, label %2, label %3

2:
  br label %5

3:
  %4 = call i32 @__selvedge_nondet_i32(ptr @.str.30)
  br label %5

5:
  %6 = phi i32 [ 1000, %2 ], [ %4, %3 ]
  ret i32 %6
}

define i32 @geteuid() {
  %1 = call zeroext i1 @__selvedge_plain_environment()
  br i1 %1, label %2, label %3

2:
  br label %5

3:
  %4 = call i32 @__selvedge_nondet_i32(ptr @.str.30)
  br label %5

5:
  %6 = phi i32 [ 1000, %2 ], [ %4, %3 ]
  ret i32 %6
}

define i32 @getpagesize() {
  ret i32 4096
}

define i32 @get_nprocs() {
  %1 = call i32 @__sv_processors()
  ret i32 %1
}

define internal i32 @__sv_processors() {
  %1 = alloca i32, align 4
  %2 = call zeroext i1 @__selvedge_plain_environment()
  br i1 %2, label %3, label %4

3:
  store i32 2, ptr %1, align 4
  br label %8

4:
  %5 = call i32 @__selvedge_nondet_i32(ptr @.str.109)
  %6 = and i32 %5, 8191
  %7 = add nsw i32 1, %6
  store i32 %7, ptr %1, align 4
  br label %8

8:
  %9 = load i32, ptr %1, align 4
  ret i32 %9
}

define i32 @get_nprocs_conf() {
  %1 = call i32 @__sv_processors()
  ret i32 %1
}

define i64 @sysconf(i32 %0) {
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  switch i32 %4, label %10 [
    i32 30, label %5
    i32 83, label %6
    i32 84, label %6
    i32 2, label %9
  ]

5:
  store i64 4096, ptr %2, align 8
  br label %11

6:
  %7 = call i32 @__sv_processors()
  %8 = sext i32 %7 to i64
  store i64 %8, ptr %2, align 8
  br label %11

9:
  store i64 100, ptr %2, align 8
  br label %11

10:
  call void @__selvedge_unsupported(ptr @.str.31)
  unreachable

11:
  %12 = load i64, ptr %2, align 8
  ret i64 %12
}

define ptr @mmap(ptr %0, i64 %1, i32 %2, i32 %3, i32 %4, i64 %5) {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  store ptr %0, ptr %8, align 8
  store i64 %1, ptr %9, align 8
  store i32 %2, ptr %10, align 4
  store i32 %3, ptr %11, align 4
  store i32 %4, ptr %12, align 4
  store i64 %5, ptr %13, align 8
  %14 = load i32, ptr %11, align 4
  %15 = and i32 %14, 32
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %18, label %17

17:
  call void @__selvedge_unsupported(ptr @.str.32)
  unreachable

18:
  %19 = load i32, ptr %11, align 4
  %20 = and i32 %19, 16
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %23

22:
  call void @__selvedge_unsupported(ptr @.str.33)
  unreachable

23:
  %24 = load i64, ptr %9, align 8
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %26, label %28

26:
  %27 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 22, ptr %27, align 4
  store ptr inttoptr (i64 -1 to ptr), ptr %7, align 8
  br label %37

28:
  %29 = call i32 @__sv_no_memory()
  %30 = icmp ne i32 %29, 0
  br i1 %30, label %31, label %32

31:
  br label %35

32:
  %33 = load i64, ptr %9, align 8
  %34 = call ptr @__selvedge_heap_alloc(i64 %33, i32 1)
  br label %35

35:
  %36 = phi ptr [ inttoptr (i64 -1 to ptr), %31 ], [ %34, %32 ]
  store ptr %36, ptr %7, align 8
  br label %37

37:
  %38 = load ptr, ptr %7, align 8
  ret ptr %38
}

define i32 @munmap(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call i64 @__selvedge_object_size(ptr %5)
  %7 = load i64, ptr %4, align 8
  %8 = icmp ne i64 %6, %7
  br i1 %8, label %9, label %10

9:
  call void @__selvedge_unsupported(ptr @.str.34)
  unreachable

10:
  %11 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_free(ptr %11)
  ret i32 0
}

define i32 @mprotect(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  call void @__selvedge_unsupported(ptr @.str.35)
  unreachable
}

define i32 @madvise(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load i32, ptr %6, align 4
  %8 = icmp eq i32 %7, 4
  br i1 %8, label %12, label %9

9:
  %10 = load i32, ptr %6, align 4
  %11 = icmp eq i32 %10, 8
  br i1 %11, label %12, label %13

12:
  call void @__selvedge_unsupported(ptr @.str.36)
  unreachable

13:
  ret i32 0
}

define ptr @signal(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %11

7:
  %8 = load ptr, ptr %4, align 8
  %9 = icmp ne ptr %8, inttoptr (i64 1 to ptr)
  br i1 %9, label %10, label %11

10:
  call void @__selvedge_unsupported(ptr @.str.37)
  unreachable

11:
  ret ptr null
}

define i32 @raise(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 6
  br i1 %4, label %5, label %6

5:
  call void @__selvedge_abort()
  unreachable

6:
  call void @__selvedge_unsupported(ptr @.str.38)
  unreachable
}

declare void @__selvedge_abort()

define i32 @sigaction(i32 %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @__selvedge_unsupported(ptr @.str.39)
  unreachable
}

define i32 @kill(i32 %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.40)
  unreachable
}

define i32 @alarm(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @__selvedge_unsupported(ptr @.str.41)
  unreachable
}

define i32 @sigemptyset(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_fill_set(ptr %3, i64 0)
  ret i32 %4
}

define internal i32 @__sv_fill_set(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  br label %6

6:
  %7 = load i32, ptr %5, align 4
  %8 = icmp slt i32 %7, 16
  br i1 %8, label %9, label %18

9:
  %10 = load i64, ptr %4, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load i32, ptr %5, align 4
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds i64, ptr %11, i64 %13
  store i64 %10, ptr %14, align 8
  br label %15

15:
  %16 = load i32, ptr %5, align 4
  %17 = add nsw i32 %16, 1
  store i32 %17, ptr %5, align 4
  br label %6

18:
  ret i32 0
}

define i32 @sigfillset(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_fill_set(ptr %3, i64 -1)
  ret i32 %4
}

define i32 @sigaddset(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 1
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp sgt i32 %9, 64
  br i1 %10, label %11, label %13

11:
  %12 = call i32 @__sv_result(i32 22)
  store i32 %12, ptr %3, align 4
  br label %22

13:
  %14 = load i32, ptr %5, align 4
  %15 = sub nsw i32 %14, 1
  %16 = zext i32 %15 to i64
  %17 = shl i64 1, %16
  %18 = load ptr, ptr %4, align 8
  %19 = getelementptr inbounds i64, ptr %18, i64 0
  %20 = load i64, ptr %19, align 8
  %21 = or i64 %20, %17
  store i64 %21, ptr %19, align 8
  store i32 0, ptr %3, align 4
  br label %22

22:
  %23 = load i32, ptr %3, align 4
  ret i32 %23
}

define i32 @sigdelset(ptr %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 1
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp sgt i32 %9, 64
  br i1 %10, label %11, label %13

11:
  %12 = call i32 @__sv_result(i32 22)
  store i32 %12, ptr %3, align 4
  br label %23

13:
  %14 = load i32, ptr %5, align 4
  %15 = sub nsw i32 %14, 1
  %16 = zext i32 %15 to i64
  %17 = shl i64 1, %16
  %18 = xor i64 %17, -1
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds i64, ptr %19, i64 0
  %21 = load i64, ptr %20, align 8
  %22 = and i64 %21, %18
  store i64 %22, ptr %20, align 8
  store i32 0, ptr %3, align 4
  br label %23

23:
  %24 = load i32, ptr %3, align 4
  ret i32 %24
}

define i32 @pthread_sigmask(i32 %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %12

9:
  %10 = load ptr, ptr %6, align 8
  %11 = call i32 @__sv_fill_set(ptr %10, i64 0)
  br label %13

12:
  br label %13

13:
  %14 = phi i32 [ %11, %9 ], [ 0, %12 ]
  ret i32 %14
}

define i32 @sigprocmask(i32 %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %12

9:
  %10 = load ptr, ptr %6, align 8
  %11 = call i32 @__sv_fill_set(ptr %10, i64 0)
  br label %13

12:
  br label %13

13:
  %14 = phi i32 [ %11, %9 ], [ 0, %12 ]
  ret i32 %14
}

define i32 @sigwait(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.42)
  unreachable
}

define i32 @fork() {
  call void @__selvedge_unsupported(ptr @.str.43)
  unreachable
}

define i32 @vfork() {
  call void @__selvedge_unsupported(ptr @.str.44)
  unreachable
}

define i32 @execv(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.45)
  unreachable
}

define i32 @execvp(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.46)
  unreachable
}

define i32 @wait(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.47)
  unreachable
}

define i32 @waitpid(i32 %0, ptr %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  call void @__selvedge_unsupported(ptr @.str.48)
  unreachable
}

define i32 @system(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.49)
  unreachable
}

define i32 @pipe(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.50)
  unreachable
}

define i32 @socket(i32 %0, i32 %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  call void @__selvedge_unsupported(ptr @.str.51)
  unreachable
}

define i32 @eventfd(i32 %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.52)
  unreachable
}

define i32 @poll(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load i64, ptr %5, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %9, label %14

9:
  %10 = load i32, ptr %6, align 4
  %11 = icmp sge i32 %10, 0
  br i1 %11, label %12, label %14

12:
  %13 = call i32 @__sv_rest(ptr null)
  ret i32 %13

14:
  call void @__selvedge_unsupported(ptr @.str.53)
  unreachable
}

define i32 @select(i32 %0, ptr %1, ptr %2, ptr %3, ptr %4) {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store i32 %0, ptr %6, align 4
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load i32, ptr %6, align 4
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %18

13:
  %14 = load ptr, ptr %10, align 8
  %15 = icmp ne ptr %14, null
  br i1 %15, label %16, label %18

16:
  %17 = call i32 @__sv_rest(ptr null)
  ret i32 %17

18:
  call void @__selvedge_unsupported(ptr @.str.54)
  unreachable
}

define i32 @setjmp(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @_setjmp(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @sigsetjmp(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  ret i32 0
}

define i32 @__sigsetjmp(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  ret i32 0
}

define void @longjmp(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.55)
  unreachable
}

define void @_longjmp(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.55)
  unreachable
}

define void @siglongjmp(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.55)
  unreachable
}

define void @__longjmp_chk(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  call void @__selvedge_unsupported(ptr @.str.55)
  unreachable
}

define void @flockfile(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 0
  %5 = call i32 @__selvedge_mutex_lock(ptr %4)
  ret void
}

define i32 @ftrylockfile(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 0
  %5 = call i32 @__selvedge_mutex_trylock(ptr %4)
  ret i32 %5
}

define void @funlockfile(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 0
  %5 = call i32 @__selvedge_mutex_unlock(ptr %4)
  ret void
}

define ptr @fopen(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_fopen(ptr %5, ptr %6)
  ret ptr %7
}

define internal ptr @__sv_fopen(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = call i64 @__sv_strlen(ptr %8)
  %10 = call i32 @__selvedge_mutex_lock(ptr @__sv_documents_lock)
  %11 = load ptr, ptr %4, align 8
  %12 = call ptr @__sv_find_document(ptr %11)
  store ptr %12, ptr %6, align 8
  store i8 0, ptr %7, align 1
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds i8, ptr %13, i64 0
  %15 = load i8, ptr %14, align 1
  %16 = sext i8 %15 to i32
  %17 = icmp eq i32 %16, 119
  br i1 %17, label %18, label %27

18:
  %19 = load ptr, ptr %6, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %24, label %21

21:
  %22 = load ptr, ptr %4, align 8
  %23 = call ptr @__sv_new_document(ptr %22)
  store ptr %23, ptr %6, align 8
  br label %24

24:
  %25 = load ptr, ptr %6, align 8
  %26 = getelementptr inbounds nuw %struct.__sv_document, ptr %25, i32 0, i32 3
  store i64 0, ptr %26, align 8
  br label %46

27:
  %28 = load ptr, ptr %6, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %45, label %30

30:
  %31 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.111)
  %32 = zext i1 %31 to i8
  store i8 %32, ptr %7, align 1
  %33 = load i8, ptr %7, align 1
  %34 = trunc i8 %33 to i1
  br i1 %34, label %35, label %44

35:
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 0
  %38 = load i8, ptr %37, align 1
  %39 = sext i8 %38 to i32
  %40 = icmp eq i32 %39, 97
  br i1 %40, label %41, label %44

41:
  %42 = load ptr, ptr %4, align 8
  %43 = call ptr @__sv_new_document(ptr %42)
  store ptr %43, ptr %6, align 8
  br label %44

44:
  br label %45

45:
  br label %46

46:
  %47 = call i32 @__selvedge_mutex_unlock(ptr @__sv_documents_lock)
  %48 = load i8, ptr %7, align 1
  %49 = trunc i8 %48 to i1
  br i1 %49, label %50, label %58

50:
  %51 = load ptr, ptr %5, align 8
  %52 = getelementptr inbounds i8, ptr %51, i64 0
  %53 = load i8, ptr %52, align 1
  %54 = sext i8 %53 to i32
  %55 = icmp eq i32 %54, 114
  br i1 %55, label %56, label %58

56:
  %57 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  store i32 2, ptr %57, align 4
  store ptr null, ptr %3, align 8
  br label %67

58:
  %59 = load ptr, ptr %6, align 8
  %60 = load ptr, ptr %5, align 8
  %61 = getelementptr inbounds i8, ptr %60, i64 0
  %62 = load i8, ptr %61, align 1
  %63 = sext i8 %62 to i32
  %64 = icmp eq i32 %63, 97
  %65 = zext i1 %64 to i32
  %66 = call ptr @__sv_new_stream(ptr %59, i32 %65)
  store ptr %66, ptr %3, align 8
  br label %67

67:
  %68 = load ptr, ptr %3, align 8
  ret ptr %68
}

define ptr @fopen64(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @__sv_fopen(ptr %5, ptr %6)
  ret ptr %7
}

define ptr @tmpfile() {
  %1 = call ptr @__sv_fopen(ptr @.str.56, ptr @.str.57)
  ret ptr %1
}

define ptr @freopen(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @__selvedge_unsupported(ptr @.str.58)
  unreachable
}

define ptr @fdopen(i32 %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  %7 = icmp sge i32 %6, 0
  br i1 %7, label %8, label %15

8:
  %9 = load i32, ptr %4, align 4
  %10 = icmp sle i32 %9, 2
  br i1 %10, label %11, label %15

11:
  %12 = load i32, ptr %4, align 4
  %13 = sext i32 %12 to i64
  %14 = getelementptr inbounds [3 x %struct.__sv_file], ptr @__sv_standard, i64 0, i64 %13
  store ptr %14, ptr %3, align 8
  br label %17

15:
  %16 = call ptr @__sv_new_stream(ptr null, i32 0)
  store ptr %16, ptr %3, align 8
  br label %17

17:
  %18 = load ptr, ptr %3, align 8
  ret ptr %18
}

define internal ptr @__sv_new_stream(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = call ptr @__selvedge_heap_alloc(i64 80, i32 1)
  store ptr %6, ptr %5, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_file, ptr %7, i32 0, i32 0
  %9 = call i32 @__selvedge_mutex_init(ptr %8, i32 1)
  %10 = load ptr, ptr %5, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_file, ptr %10, i32 0, i32 1
  store i32 3, ptr %11, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_file, ptr %12, i32 0, i32 2
  store i32 -1, ptr %13, align 4
  %14 = load ptr, ptr %3, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_file, ptr %15, i32 0, i32 6
  store ptr %14, ptr %16, align 8
  %17 = load i32, ptr %4, align 4
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds nuw %struct.__sv_file, ptr %18, i32 0, i32 5
  store i32 %17, ptr %19, align 8
  %20 = load ptr, ptr %5, align 8
  ret ptr %20
}

define ptr @popen(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.59)
  unreachable
}

define i32 @fclose(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 1
  %5 = load i32, ptr %4, align 8
  %6 = icmp sgt i32 %5, 2
  br i1 %6, label %7, label %9

7:
  %8 = load ptr, ptr %2, align 8
  call void @__selvedge_heap_free(ptr %8)
  br label %9

9:
  ret i32 0
}

define i32 @remove(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_remove(ptr %3)
  ret i32 %4
}

define internal i32 @__sv_remove(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = call i64 @__sv_strlen(ptr %5)
  %7 = call i32 @__selvedge_mutex_lock(ptr @__sv_documents_lock)
  store ptr @__sv_documents, ptr %3, align 8
  br label %8

8:
  %9 = load ptr, ptr %3, align 8
  %10 = load ptr, ptr %9, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %20

12:
  %13 = load ptr, ptr %3, align 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_document, ptr %14, i32 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = load ptr, ptr %2, align 8
  %18 = call i32 @__sv_strncmp(ptr %16, ptr %17, i64 -1)
  %19 = icmp ne i32 %18, 0
  br label %20

20:
  %21 = phi i1 [ false, %8 ], [ %19, %12 ]
  br i1 %21, label %22, label %26

22:
  %23 = load ptr, ptr %3, align 8
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds nuw %struct.__sv_document, ptr %24, i32 0, i32 0
  store ptr %25, ptr %3, align 8
  br label %8

26:
  %27 = load ptr, ptr %3, align 8
  %28 = load ptr, ptr %27, align 8
  %29 = icmp ne ptr %28, null
  %30 = zext i1 %29 to i8
  store i8 %30, ptr %4, align 1
  %31 = load i8, ptr %4, align 1
  %32 = trunc i8 %31 to i1
  br i1 %32, label %33, label %39

33:
  %34 = load ptr, ptr %3, align 8
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw %struct.__sv_document, ptr %35, i32 0, i32 0
  %37 = load ptr, ptr %36, align 8
  %38 = load ptr, ptr %3, align 8
  store ptr %37, ptr %38, align 8
  br label %39

39:
  %40 = call i32 @__selvedge_mutex_unlock(ptr @__sv_documents_lock)
  %41 = load i8, ptr %4, align 1
  %42 = trunc i8 %41 to i1
  br i1 %42, label %45, label %43

43:
  %44 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.111)
  br i1 %44, label %46, label %45

45:
  br label %48

46:
  %47 = call i32 @__sv_result(i32 2)
  br label %48

48:
  %49 = phi i32 [ 0, %45 ], [ %47, %46 ]
  ret i32 %49
}

define i32 @unlink(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_remove(ptr %3)
  ret i32 %4
}

define i32 @rename(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.60)
  unreachable
}

define i32 @fgetc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_getc(ptr %3)
  ret i32 %4
}

define internal i32 @__sv_getc(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = getelementptr inbounds nuw %struct.__sv_file, ptr %4, i32 0, i32 0
  %6 = call i32 @__selvedge_mutex_lock(ptr %5)
  %7 = load ptr, ptr %2, align 8
  %8 = call i32 @__sv_get(ptr %7)
  store i32 %8, ptr %3, align 4
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_file, ptr %9, i32 0, i32 0
  %11 = call i32 @__selvedge_mutex_unlock(ptr %10)
  %12 = load i32, ptr %3, align 4
  ret i32 %12
}

define i32 @getc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_getc(ptr %3)
  ret i32 %4
}

define i32 @_IO_getc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_getc(ptr %3)
  ret i32 %4
}

define i32 @getc_unlocked(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_get(ptr %3)
  ret i32 %4
}

define internal i32 @__sv_get(ptr %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_file, ptr %5, i32 0, i32 2
  %7 = load i32, ptr %6, align 4
  store i32 %7, ptr %4, align 4
  %8 = load i32, ptr %4, align 4
  %9 = icmp ne i32 %8, -1
  br i1 %9, label %10, label %14

10:
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_file, ptr %11, i32 0, i32 2
  store i32 -1, ptr %12, align 4
  %13 = load i32, ptr %4, align 4
  store i32 %13, ptr %2, align 4
  br label %58

14:
  %15 = load ptr, ptr %3, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_file, ptr %15, i32 0, i32 6
  %17 = load ptr, ptr %16, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %45

19:
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds nuw %struct.__sv_file, ptr %20, i32 0, i32 7
  %22 = load i64, ptr %21, align 8
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds nuw %struct.__sv_file, ptr %23, i32 0, i32 6
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw %struct.__sv_document, ptr %25, i32 0, i32 3
  %27 = load i64, ptr %26, align 8
  %28 = icmp ult i64 %22, %27
  br i1 %28, label %29, label %42

29:
  %30 = load ptr, ptr %3, align 8
  %31 = getelementptr inbounds nuw %struct.__sv_file, ptr %30, i32 0, i32 6
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds nuw %struct.__sv_document, ptr %32, i32 0, i32 2
  %34 = load ptr, ptr %33, align 8
  %35 = load ptr, ptr %3, align 8
  %36 = getelementptr inbounds nuw %struct.__sv_file, ptr %35, i32 0, i32 7
  %37 = load i64, ptr %36, align 8
  %38 = add i64 %37, 1
  store i64 %38, ptr %36, align 8
  %39 = getelementptr inbounds nuw i8, ptr %34, i64 %37
  %40 = load i8, ptr %39, align 1
  %41 = zext i8 %40 to i32
  store i32 %41, ptr %2, align 4
  br label %58

42:
  %43 = load ptr, ptr %3, align 8
  %44 = getelementptr inbounds nuw %struct.__sv_file, ptr %43, i32 0, i32 3
  store i32 1, ptr %44, align 8
  store i32 -1, ptr %2, align 4
  br label %58

45:
  %46 = load ptr, ptr %3, align 8
  %47 = getelementptr inbounds nuw %struct.__sv_file, ptr %46, i32 0, i32 3
  %48 = load i32, ptr %47, align 8
  %49 = icmp ne i32 %48, 0
  br i1 %49, label %52, label %50

50:
  %51 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.112)
  br i1 %51, label %52, label %55

52:
  %53 = load ptr, ptr %3, align 8
  %54 = getelementptr inbounds nuw %struct.__sv_file, ptr %53, i32 0, i32 3
  store i32 1, ptr %54, align 8
  store i32 -1, ptr %2, align 4
  br label %58

55:
  %56 = call zeroext i8 @__selvedge_nondet_i8(ptr @.str.113)
  %57 = zext i8 %56 to i32
  store i32 %57, ptr %2, align 4
  br label %58

58:
  %59 = load i32, ptr %2, align 4
  ret i32 %59
}

define i32 @fgetc_unlocked(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_get(ptr %3)
  ret i32 %4
}

define i32 @getchar() {
  %1 = load ptr, ptr @stdin, align 8
  %2 = call i32 @__sv_getc(ptr %1)
  ret i32 %2
}

define i32 @getchar_unlocked() {
  %1 = load ptr, ptr @stdin, align 8
  %2 = call i32 @__sv_get(ptr %1)
  ret i32 %2
}

define i32 @ungetc(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  %7 = icmp eq i32 %6, -1
  br i1 %7, label %8, label %9

8:
  store i32 -1, ptr %3, align 4
  br label %20

9:
  %10 = load i32, ptr %4, align 4
  %11 = trunc i32 %10 to i8
  %12 = zext i8 %11 to i32
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_file, ptr %13, i32 0, i32 2
  store i32 %12, ptr %14, align 4
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_file, ptr %15, i32 0, i32 3
  store i32 0, ptr %16, align 8
  %17 = load i32, ptr %4, align 4
  %18 = trunc i32 %17 to i8
  %19 = zext i8 %18 to i32
  store i32 %19, ptr %3, align 4
  br label %20

20:
  %21 = load i32, ptr %3, align 4
  ret i32 %21
}

define i64 @ftell(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_tell(ptr %3)
  ret i64 %4
}

define internal i64 @__sv_tell(ptr %0) {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.__sv_file, ptr %4, i32 0, i32 6
  %6 = load ptr, ptr %5, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %19

8:
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_file, ptr %9, i32 0, i32 7
  %11 = load i64, ptr %10, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_file, ptr %12, i32 0, i32 2
  %14 = load i32, ptr %13, align 4
  %15 = icmp ne i32 %14, -1
  %16 = zext i1 %15 to i32
  %17 = sext i32 %16 to i64
  %18 = sub nsw i64 %11, %17
  store i64 %18, ptr %2, align 8
  br label %22

19:
  %20 = call i64 @__selvedge_nondet_i64(ptr @.str.62)
  %21 = lshr i64 %20, 1
  store i64 %21, ptr %2, align 8
  br label %22

22:
  %23 = load i64, ptr %2, align 8
  ret i64 %23
}

define i64 @ftello(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_tell(ptr %3)
  ret i64 %4
}

define i32 @fseek(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i32 @__sv_seek(ptr %7, i64 %8, i32 %9)
  ret i32 %10
}

define internal i32 @__sv_seek(ptr %0, i64 %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %9 = load ptr, ptr %5, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_file, ptr %9, i32 0, i32 3
  store i32 0, ptr %10, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_file, ptr %11, i32 0, i32 2
  store i32 -1, ptr %12, align 4
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_file, ptr %13, i32 0, i32 6
  %15 = load ptr, ptr %14, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %18, label %17

17:
  store i32 0, ptr %4, align 4
  br label %51

18:
  %19 = load i32, ptr %7, align 4
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %22

21:
  br label %37

22:
  %23 = load i32, ptr %7, align 4
  %24 = icmp eq i32 %23, 1
  br i1 %24, label %25, label %29

25:
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_file, ptr %26, i32 0, i32 7
  %28 = load i64, ptr %27, align 8
  br label %35

29:
  %30 = load ptr, ptr %5, align 8
  %31 = getelementptr inbounds nuw %struct.__sv_file, ptr %30, i32 0, i32 6
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds nuw %struct.__sv_document, ptr %32, i32 0, i32 3
  %34 = load i64, ptr %33, align 8
  br label %35

35:
  %36 = phi i64 [ %28, %25 ], [ %34, %29 ]
  br label %37

37:
  %38 = phi i64 [ 0, %21 ], [ %36, %35 ]
  store i64 %38, ptr %8, align 8
  %39 = load i64, ptr %8, align 8
  %40 = load i64, ptr %6, align 8
  %41 = add nsw i64 %39, %40
  %42 = icmp slt i64 %41, 0
  br i1 %42, label %43, label %45

43:
  %44 = call i32 @__sv_result(i32 22)
  store i32 %44, ptr %4, align 4
  br label %51

45:
  %46 = load i64, ptr %8, align 8
  %47 = load i64, ptr %6, align 8
  %48 = add nsw i64 %46, %47
  %49 = load ptr, ptr %5, align 8
  %50 = getelementptr inbounds nuw %struct.__sv_file, ptr %49, i32 0, i32 7
  store i64 %48, ptr %50, align 8
  store i32 0, ptr %4, align 4
  br label %51

51:
  %52 = load i32, ptr %4, align 4
  ret i32 %52
}

define i32 @fseeko(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i32 @__sv_seek(ptr %7, i64 %8, i32 %9)
  ret i32 %10
}

define void @rewind(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__sv_seek(ptr %3, i64 0, i32 0)
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_file, ptr %5, i32 0, i32 4
  store i32 0, ptr %6, align 4
  ret void
}

define i32 @feof(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 3
  %5 = load i32, ptr %4, align 8
  ret i32 %5
}

define i32 @feof_unlocked(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 3
  %5 = load i32, ptr %4, align 8
  ret i32 %5
}

define i32 @ferror(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 4
  %5 = load i32, ptr %4, align 4
  ret i32 %5
}

define i32 @ferror_unlocked(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 4
  %5 = load i32, ptr %4, align 4
  ret i32 %5
}

define void @clearerr(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 4
  store i32 0, ptr %4, align 4
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_file, ptr %5, i32 0, i32 3
  store i32 0, ptr %6, align 8
  ret void
}

define i32 @fileno(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_file, ptr %3, i32 0, i32 1
  %5 = load i32, ptr %4, align 8
  ret i32 %5
}

define i32 @isatty(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  ret i32 0
}

define i32 @fflush(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @fflush_unlocked(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret i32 0
}

define i32 @setvbuf(ptr %0, ptr %1, i32 %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store i64 %3, ptr %8, align 8
  ret i32 0
}

define void @setbuf(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  ret void
}

define void @setlinebuf(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define i32 @open(ptr %0, i32 %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @__sv_open(ptr %5)
  ret i32 %6
}

define internal i32 @__sv_open(ptr %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = call i64 @__sv_strlen(ptr %4)
  %6 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.114)
  br i1 %6, label %7, label %9

7:
  %8 = call i32 @__sv_result(i32 2)
  store i32 %8, ptr %2, align 4
  br label %13

9:
  %10 = call i32 @__selvedge_nondet_i32(ptr @.str.115)
  %11 = and i32 %10, 1023
  %12 = add nsw i32 3, %11
  store i32 %12, ptr %2, align 4
  br label %13

13:
  %14 = load i32, ptr %2, align 4
  ret i32 %14
}

define i32 @open64(ptr %0, i32 %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @__sv_open(ptr %5)
  ret i32 %6
}

define i32 @creat(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @__sv_open(ptr %5)
  ret i32 %6
}

define i32 @close(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp slt i32 %3, 0
  br i1 %4, label %5, label %7

5:
  %6 = call i32 @__sv_result(i32 9)
  br label %8

7:
  br label %8

8:
  %9 = phi i32 [ %6, %5 ], [ 0, %7 ]
  ret i32 %9
}

define i64 @read(i32 %0, ptr %1, i64 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i32, ptr %4, align 4
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i64 @__sv_read(i32 %7, ptr %8, i64 %9)
  ret i64 %10
}

define internal i64 @__sv_read(i32 %0, ptr %1, i64 %2) {
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store i32 %0, ptr %5, align 4
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %10 = load i32, ptr %5, align 4
  %11 = icmp slt i32 %10, 0
  br i1 %11, label %12, label %15

12:
  %13 = call i32 @__sv_result(i32 9)
  %14 = sext i32 %13 to i64
  store i64 %14, ptr %4, align 8
  br label %42

15:
  %16 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.116)
  br i1 %16, label %17, label %20

17:
  %18 = call i32 @__sv_result(i32 5)
  %19 = sext i32 %18 to i64
  store i64 %19, ptr %4, align 8
  br label %42

20:
  %21 = call i64 @__selvedge_nondet_i64(ptr @.str.117)
  store i64 %21, ptr %8, align 8
  %22 = load i64, ptr %8, align 8
  %23 = load i64, ptr %7, align 8
  %24 = icmp ugt i64 %22, %23
  br i1 %24, label %25, label %27

25:
  %26 = load i64, ptr %7, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  store i64 0, ptr %9, align 8
  br label %28

28:
  %29 = load i64, ptr %9, align 8
  %30 = load i64, ptr %8, align 8
  %31 = icmp ult i64 %29, %30
  br i1 %31, label %32, label %40

32:
  %33 = call zeroext i8 @__selvedge_nondet_i8(ptr @.str.113)
  %34 = load ptr, ptr %6, align 8
  %35 = load i64, ptr %9, align 8
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 %35
  store i8 %33, ptr %36, align 1
  br label %37

37:
  %38 = load i64, ptr %9, align 8
  %39 = add i64 %38, 1
  store i64 %39, ptr %9, align 8
  br label %28

40:
  %41 = load i64, ptr %8, align 8
  store i64 %41, ptr %4, align 8
  br label %42

42:
  %43 = load i64, ptr %4, align 8
  ret i64 %43
}

define i64 @__read_chk(i32 %0, ptr %1, i64 %2, i64 %3) {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store i32 %0, ptr %5, align 4
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %9 = load i64, ptr %7, align 8
  %10 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %9, i64 %10)
  %11 = load i32, ptr %5, align 4
  %12 = load ptr, ptr %6, align 8
  %13 = load i64, ptr %7, align 8
  %14 = call i64 @__sv_read(i32 %11, ptr %12, i64 %13)
  ret i64 %14
}

define i64 @write(i32 %0, ptr %1, i64 %2) {
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store i32 %0, ptr %5, align 4
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %8 = load i32, ptr %5, align 4
  %9 = icmp eq i32 %8, 1
  br i1 %9, label %13, label %10

10:
  %11 = load i32, ptr %5, align 4
  %12 = icmp eq i32 %11, 2
  br i1 %12, label %13, label %19

13:
  %14 = load i32, ptr %5, align 4
  %15 = load ptr, ptr %6, align 8
  %16 = load i64, ptr %7, align 8
  %17 = call i32 @__selvedge_print_write(i32 %14, ptr %15, i64 %16)
  %18 = load i64, ptr %7, align 8
  store i64 %18, ptr %4, align 8
  br label %34

19:
  %20 = load i32, ptr %5, align 4
  %21 = icmp slt i32 %20, 0
  br i1 %21, label %22, label %25

22:
  %23 = call i32 @__sv_result(i32 9)
  %24 = sext i32 %23 to i64
  store i64 %24, ptr %4, align 8
  br label %34

25:
  %26 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.61)
  br i1 %26, label %27, label %30

27:
  %28 = call i32 @__sv_result(i32 5)
  %29 = sext i32 %28 to i64
  br label %32

30:
  %31 = load i64, ptr %7, align 8
  br label %32

32:
  %33 = phi i64 [ %29, %27 ], [ %31, %30 ]
  store i64 %33, ptr %4, align 8
  br label %34

34:
  %35 = load i64, ptr %4, align 8
  ret i64 %35
}

declare i32 @__selvedge_print_write(i32, ptr, i64)

declare zeroext i1 @__selvedge_nondet_i1(ptr)

define i64 @lseek(i32 %0, i64 %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = call i64 @__selvedge_nondet_i64(ptr @.str.62)
  %8 = lshr i64 %7, 1
  ret i64 %8
}

declare i64 @__selvedge_nondet_i64(ptr)

define i32 @fsync(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  ret i32 0
}

define i32 @fputc(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_putc(i32 %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_putc(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %6 = load i32, ptr %3, align 4
  %7 = trunc i32 %6 to i8
  store i8 %7, ptr %5, align 1
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_file, ptr %8, i32 0, i32 1
  %10 = load i32, ptr %9, align 8
  %11 = icmp eq i32 %10, 1
  br i1 %11, label %12, label %15

12:
  %13 = load i32, ptr %3, align 4
  %14 = call i32 @__selvedge_print_putchar(i32 %13)
  br label %18

15:
  %16 = load ptr, ptr %4, align 8
  %17 = call i64 @__sv_put(ptr %16, ptr %5, i64 1)
  br label %18

18:
  %19 = load i32, ptr %3, align 4
  %20 = trunc i32 %19 to i8
  %21 = zext i8 %20 to i32
  ret i32 %21
}

define i32 @putc(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_putc(i32 %5, ptr %6)
  ret i32 %7
}

define i32 @_IO_putc(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_putc(i32 %5, ptr %6)
  ret i32 %7
}

define i32 @fputc_unlocked(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_putc(i32 %5, ptr %6)
  ret i32 %7
}

define i32 @putc_unlocked(i32 %0, ptr %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_putc(i32 %5, ptr %6)
  ret i32 %7
}

define i32 @putchar_unlocked(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @__selvedge_print_putchar(i32 %3)
  ret i32 %4
}

declare i32 @__selvedge_print_putchar(i32)

define i32 @fputs(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_fputs(ptr %5, ptr %6)
  ret i32 %7
}

define internal i32 @__sv_fputs(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_file, ptr %5, i32 0, i32 1
  %7 = load i32, ptr %6, align 8
  %8 = icmp eq i32 %7, 1
  br i1 %8, label %9, label %12

9:
  %10 = load ptr, ptr %3, align 8
  %11 = call i32 @__selvedge_print_fputs(ptr %10)
  br label %18

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load ptr, ptr %3, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = call i64 @__sv_strlen(ptr %15)
  %17 = call i64 @__sv_put(ptr %13, ptr %14, i64 %16)
  br label %18

18:
  ret i32 1
}

define i32 @fputs_unlocked(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__sv_fputs(ptr %5, ptr %6)
  ret i32 %7
}

define i64 @fwrite(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i64 @__sv_fwrite(ptr %9, i64 %10, i64 %11, ptr %12)
  ret i64 %13
}

define internal i64 @__sv_fwrite(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %10 = load i64, ptr %7, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %15, label %12

12:
  %13 = load i64, ptr %8, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %15, label %16

15:
  store i64 0, ptr %5, align 8
  br label %24

16:
  %17 = load ptr, ptr %9, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = load i64, ptr %8, align 8
  %21 = mul i64 %19, %20
  %22 = call i64 @__sv_put(ptr %17, ptr %18, i64 %21)
  %23 = load i64, ptr %8, align 8
  store i64 %23, ptr %5, align 8
  br label %24

24:
  %25 = load i64, ptr %5, align 8
  ret i64 %25
}

define i64 @fwrite_unlocked(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i64 @__sv_fwrite(ptr %9, i64 %10, i64 %11, ptr %12)
  ret i64 %13
}

define i64 @fread(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i64 @__sv_fread(ptr %9, i64 %10, i64 %11, ptr %12)
  ret i64 %13
}

define internal i64 @__sv_fread(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %13 = load i64, ptr %7, align 8
  %14 = load i64, ptr %8, align 8
  %15 = mul i64 %13, %14
  store i64 %15, ptr %10, align 8
  store i64 0, ptr %11, align 8
  %16 = load i64, ptr %10, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %19

18:
  store i64 0, ptr %5, align 8
  br label %49

19:
  %20 = load ptr, ptr %9, align 8
  %21 = getelementptr inbounds nuw %struct.__sv_file, ptr %20, i32 0, i32 0
  %22 = call i32 @__selvedge_mutex_lock(ptr %21)
  br label %23

23:
  %24 = load i64, ptr %11, align 8
  %25 = load i64, ptr %10, align 8
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %27, label %42

27:
  %28 = load ptr, ptr %9, align 8
  %29 = call i32 @__sv_get(ptr %28)
  store i32 %29, ptr %12, align 4
  %30 = load i32, ptr %12, align 4
  %31 = icmp eq i32 %30, -1
  br i1 %31, label %32, label %33

32:
  br label %42

33:
  %34 = load i32, ptr %12, align 4
  %35 = trunc i32 %34 to i8
  %36 = load ptr, ptr %6, align 8
  %37 = load i64, ptr %11, align 8
  %38 = getelementptr inbounds nuw i8, ptr %36, i64 %37
  store i8 %35, ptr %38, align 1
  br label %39

39:
  %40 = load i64, ptr %11, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %11, align 8
  br label %23

42:
  %43 = load ptr, ptr %9, align 8
  %44 = getelementptr inbounds nuw %struct.__sv_file, ptr %43, i32 0, i32 0
  %45 = call i32 @__selvedge_mutex_unlock(ptr %44)
  %46 = load i64, ptr %11, align 8
  %47 = load i64, ptr %7, align 8
  %48 = udiv i64 %46, %47
  store i64 %48, ptr %5, align 8
  br label %49

49:
  %50 = load i64, ptr %5, align 8
  ret i64 %50
}

define i64 @fread_unlocked(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i64 @__sv_fread(ptr %9, i64 %10, i64 %11, ptr %12)
  ret i64 %13
}

define ptr @fgets(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i32, ptr %5, align 4
  %9 = load ptr, ptr %6, align 8
  %10 = call ptr @__sv_fgets(ptr %7, i32 %8, ptr %9)
  ret ptr %10
}

define internal ptr @__sv_fgets(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 8
  %10 = load i32, ptr %6, align 4
  %11 = icmp sle i32 %10, 0
  br i1 %11, label %12, label %13

12:
  store ptr null, ptr %4, align 8
  br label %55

13:
  store i32 0, ptr %8, align 4
  store i32 0, ptr %9, align 4
  %14 = load ptr, ptr %7, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_file, ptr %14, i32 0, i32 0
  %16 = call i32 @__selvedge_mutex_lock(ptr %15)
  br label %17

17:
  %18 = load i32, ptr %8, align 4
  %19 = load i32, ptr %6, align 4
  %20 = sub nsw i32 %19, 1
  %21 = icmp slt i32 %18, %20
  br i1 %21, label %22, label %29

22:
  %23 = load i32, ptr %9, align 4
  %24 = icmp ne i32 %23, 10
  br i1 %24, label %25, label %29

25:
  %26 = load ptr, ptr %7, align 8
  %27 = call i32 @__sv_get(ptr %26)
  store i32 %27, ptr %9, align 4
  %28 = icmp ne i32 %27, -1
  br label %29

29:
  %30 = phi i1 [ false, %22 ], [ false, %17 ], [ %28, %25 ]
  br i1 %30, label %31, label %39

31:
  %32 = load i32, ptr %9, align 4
  %33 = trunc i32 %32 to i8
  %34 = load ptr, ptr %5, align 8
  %35 = load i32, ptr %8, align 4
  %36 = add nsw i32 %35, 1
  store i32 %36, ptr %8, align 4
  %37 = sext i32 %35 to i64
  %38 = getelementptr inbounds i8, ptr %34, i64 %37
  store i8 %33, ptr %38, align 1
  br label %17

39:
  %40 = load ptr, ptr %7, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_file, ptr %40, i32 0, i32 0
  %42 = call i32 @__selvedge_mutex_unlock(ptr %41)
  %43 = load i32, ptr %9, align 4
  %44 = icmp eq i32 %43, -1
  br i1 %44, label %45, label %49

45:
  %46 = load i32, ptr %8, align 4
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %49

48:
  store ptr null, ptr %4, align 8
  br label %55

49:
  %50 = load ptr, ptr %5, align 8
  %51 = load i32, ptr %8, align 4
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds i8, ptr %50, i64 %52
  store i8 0, ptr %53, align 1
  %54 = load ptr, ptr %5, align 8
  store ptr %54, ptr %4, align 8
  br label %55

55:
  %56 = load ptr, ptr %4, align 8
  ret ptr %56
}

define ptr @fgets_unlocked(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i32, ptr %5, align 4
  %9 = load ptr, ptr %6, align 8
  %10 = call ptr @__sv_fgets(ptr %7, i32 %8, ptr %9)
  ret ptr %10
}

define ptr @__fgets_chk(ptr %0, i64 %1, i32 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load i32, ptr %7, align 4
  %10 = sext i32 %9 to i64
  %11 = load i64, ptr %6, align 8
  call void @__sv_fits(i64 %10, i64 %11)
  %12 = load ptr, ptr %5, align 8
  %13 = load i32, ptr %7, align 4
  %14 = load ptr, ptr %8, align 8
  %15 = call ptr @__sv_fgets(ptr %12, i32 %13, ptr %14)
  ret ptr %15
}

define i64 @getdelim(ptr %0, ptr %1, i32 %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i32, ptr %7, align 4
  %12 = load ptr, ptr %8, align 8
  %13 = call i64 @__sv_getdelim(ptr %9, ptr %10, i32 %11, ptr %12)
  ret i64 %13
}

define internal i64 @__sv_getdelim(ptr %0, ptr %1, i32 %2, ptr %3) {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i32 %2, ptr %8, align 4
  store ptr %3, ptr %9, align 8
  store i64 0, ptr %10, align 8
  store i32 -1, ptr %11, align 4
  %12 = load ptr, ptr %9, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_file, ptr %12, i32 0, i32 0
  %14 = call i32 @__selvedge_mutex_lock(ptr %13)
  br label %15

15:
  %16 = load ptr, ptr %9, align 8
  %17 = call i32 @__sv_get(ptr %16)
  store i32 %17, ptr %11, align 4
  %18 = load i32, ptr %11, align 4
  %19 = icmp eq i32 %18, -1
  br i1 %19, label %20, label %21

20:
  br label %65

21:
  %22 = load ptr, ptr %6, align 8
  %23 = load ptr, ptr %22, align 8
  %24 = icmp ne ptr %23, null
  br i1 %24, label %25, label %31

25:
  %26 = load i64, ptr %10, align 8
  %27 = add i64 %26, 2
  %28 = load ptr, ptr %7, align 8
  %29 = load i64, ptr %28, align 8
  %30 = icmp ugt i64 %27, %29
  br i1 %30, label %31, label %53

31:
  %32 = load ptr, ptr %6, align 8
  %33 = load ptr, ptr %32, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %43

35:
  %36 = load ptr, ptr %7, align 8
  %37 = load i64, ptr %36, align 8
  %38 = icmp uge i64 %37, 60
  br i1 %38, label %39, label %43

39:
  %40 = load ptr, ptr %7, align 8
  %41 = load i64, ptr %40, align 8
  %42 = mul i64 %41, 2
  br label %44

43:
  br label %44

44:
  %45 = phi i64 [ %42, %39 ], [ 120, %43 ]
  %46 = load ptr, ptr %7, align 8
  store i64 %45, ptr %46, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = load ptr, ptr %47, align 8
  %49 = load ptr, ptr %7, align 8
  %50 = load i64, ptr %49, align 8
  %51 = call ptr @__sv_realloc(ptr %48, i64 %50)
  %52 = load ptr, ptr %6, align 8
  store ptr %51, ptr %52, align 8
  br label %53

53:
  %54 = load i32, ptr %11, align 4
  %55 = trunc i32 %54 to i8
  %56 = load ptr, ptr %6, align 8
  %57 = load ptr, ptr %56, align 8
  %58 = load i64, ptr %10, align 8
  %59 = add i64 %58, 1
  store i64 %59, ptr %10, align 8
  %60 = getelementptr inbounds nuw i8, ptr %57, i64 %58
  store i8 %55, ptr %60, align 1
  br label %61

61:
  %62 = load i32, ptr %11, align 4
  %63 = load i32, ptr %8, align 4
  %64 = icmp ne i32 %62, %63
  br i1 %64, label %15, label %65

65:
  %66 = load ptr, ptr %9, align 8
  %67 = getelementptr inbounds nuw %struct.__sv_file, ptr %66, i32 0, i32 0
  %68 = call i32 @__selvedge_mutex_unlock(ptr %67)
  %69 = load i64, ptr %10, align 8
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %71, label %72

71:
  store i64 -1, ptr %5, align 8
  br label %78

72:
  %73 = load ptr, ptr %6, align 8
  %74 = load ptr, ptr %73, align 8
  %75 = load i64, ptr %10, align 8
  %76 = getelementptr inbounds nuw i8, ptr %74, i64 %75
  store i8 0, ptr %76, align 1
  %77 = load i64, ptr %10, align 8
  store i64 %77, ptr %5, align 8
  br label %78

78:
  %79 = load i64, ptr %5, align 8
  ret i64 %79
}

define i64 @getline(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i64 @__sv_getdelim(ptr %7, ptr %8, i32 10, ptr %9)
  ret i64 %10
}

define i32 @vprintf(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @__selvedge_print_vprintf(ptr %5, ptr %6)
  ret i32 %7
}

declare i32 @__selvedge_print_vprintf(ptr, ptr)

define i32 @vfprintf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vfprintf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define internal i32 @__sv_vfprintf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca [1 x %struct.__va_list_tag], align 16
  %9 = alloca i32, align 4
  %10 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_file, ptr %11, i32 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = icmp eq i32 %13, 1
  br i1 %14, label %20, label %15

15:
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_file, ptr %16, i32 0, i32 1
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 2
  br i1 %19, label %20, label %24

20:
  %21 = load ptr, ptr %6, align 8
  %22 = load ptr, ptr %7, align 8
  %23 = call i32 @__selvedge_print_vprintf(ptr %21, ptr %22)
  store i32 %23, ptr %4, align 4
  br label %59

24:
  %25 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %8, i64 0, i64 0
  %26 = load ptr, ptr %7, align 8
  call void @llvm.va_copy.p0(ptr %25, ptr %26)
  %27 = load ptr, ptr %6, align 8
  %28 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %8, i64 0, i64 0
  %29 = call i32 @__selvedge_print_vsnprintf(ptr null, i64 0, ptr %27, ptr %28)
  store i32 %29, ptr %9, align 4
  %30 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %8, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %30)
  %31 = load i32, ptr %9, align 4
  %32 = icmp slt i32 %31, 0
  br i1 %32, label %38, label %33

33:
  %34 = load ptr, ptr %5, align 8
  %35 = getelementptr inbounds nuw %struct.__sv_file, ptr %34, i32 0, i32 6
  %36 = load ptr, ptr %35, align 8
  %37 = icmp ne ptr %36, null
  br i1 %37, label %40, label %38

38:
  %39 = load i32, ptr %9, align 4
  store i32 %39, ptr %4, align 4
  br label %59

40:
  %41 = load i32, ptr %9, align 4
  %42 = sext i32 %41 to i64
  %43 = add i64 %42, 1
  %44 = call ptr @__selvedge_heap_alloc(i64 %43, i32 0)
  store ptr %44, ptr %10, align 8
  %45 = load ptr, ptr %10, align 8
  %46 = load i32, ptr %9, align 4
  %47 = sext i32 %46 to i64
  %48 = add i64 %47, 1
  %49 = load ptr, ptr %6, align 8
  %50 = load ptr, ptr %7, align 8
  %51 = call i32 @__selvedge_print_vsnprintf(ptr %45, i64 %48, ptr %49, ptr %50)
  %52 = load ptr, ptr %5, align 8
  %53 = load ptr, ptr %10, align 8
  %54 = load i32, ptr %9, align 4
  %55 = sext i32 %54 to i64
  %56 = call i64 @__sv_put(ptr %52, ptr %53, i64 %55)
  %57 = load ptr, ptr %10, align 8
  call void @__selvedge_heap_free(ptr %57)
  %58 = load i32, ptr %9, align 4
  store i32 %58, ptr %4, align 4
  br label %59

59:
  %60 = load i32, ptr %4, align 4
  ret i32 %60
}

define i32 @vdprintf(i32 %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load i32, ptr %4, align 4
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vdprintf(i32 %7, ptr %8, ptr %9)
  ret i32 %10
}

define internal i32 @__sv_vdprintf(i32 %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store i32 %0, ptr %5, align 4
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %8 = load i32, ptr %5, align 4
  %9 = icmp eq i32 %8, 1
  br i1 %9, label %13, label %10

10:
  %11 = load i32, ptr %5, align 4
  %12 = icmp eq i32 %11, 2
  br i1 %12, label %13, label %17

13:
  %14 = load ptr, ptr %6, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = call i32 @__selvedge_print_vprintf(ptr %14, ptr %15)
  store i32 %16, ptr %4, align 4
  br label %21

17:
  %18 = load ptr, ptr %6, align 8
  %19 = load ptr, ptr %7, align 8
  %20 = call i32 @__selvedge_print_vsnprintf(ptr null, i64 0, ptr %18, ptr %19)
  store i32 %20, ptr %4, align 4
  br label %21

21:
  %22 = load i32, ptr %4, align 4
  ret i32 %22
}

define i32 @vsnprintf(ptr %0, i64 %1, ptr %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load i64, ptr %6, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i32 @__selvedge_print_vsnprintf(ptr %9, i64 %10, ptr %11, ptr %12)
  ret i32 %13
}

declare i32 @__selvedge_print_vsnprintf(ptr, i64, ptr, ptr)

define i32 @vsprintf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__selvedge_print_vsnprintf(ptr %7, i64 2147483647, ptr %8, ptr %9)
  ret i32 %10
}

define i32 @vasprintf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vasprintf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define internal i32 @__sv_vasprintf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca [1 x %struct.__va_list_tag], align 16
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %8, i64 0, i64 0
  %11 = load ptr, ptr %7, align 8
  call void @llvm.va_copy.p0(ptr %10, ptr %11)
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %8, i64 0, i64 0
  %14 = call i32 @__selvedge_print_vsnprintf(ptr null, i64 0, ptr %12, ptr %13)
  store i32 %14, ptr %9, align 4
  %15 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %8, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %15)
  %16 = load i32, ptr %9, align 4
  %17 = icmp slt i32 %16, 0
  br i1 %17, label %18, label %20

18:
  %19 = load i32, ptr %9, align 4
  store i32 %19, ptr %4, align 4
  br label %38

20:
  %21 = call i32 @__sv_no_memory()
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %24

23:
  store i32 -1, ptr %4, align 4
  br label %38

24:
  %25 = load i32, ptr %9, align 4
  %26 = sext i32 %25 to i64
  %27 = add i64 %26, 1
  %28 = call ptr @__selvedge_heap_alloc(i64 %27, i32 0)
  %29 = load ptr, ptr %5, align 8
  store ptr %28, ptr %29, align 8
  %30 = load ptr, ptr %5, align 8
  %31 = load ptr, ptr %30, align 8
  %32 = load i32, ptr %9, align 4
  %33 = sext i32 %32 to i64
  %34 = add i64 %33, 1
  %35 = load ptr, ptr %6, align 8
  %36 = load ptr, ptr %7, align 8
  %37 = call i32 @__selvedge_print_vsnprintf(ptr %31, i64 %34, ptr %35, ptr %36)
  store i32 %37, ptr %4, align 4
  br label %38

38:
  %39 = load i32, ptr %4, align 4
  ret i32 %39
}

define i32 @fprintf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vfprintf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

declare void @llvm.va_end.p0(ptr)

define i32 @dprintf(i32 %0, ptr %1, ...) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load i32, ptr %3, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vdprintf(i32 %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @asprintf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vasprintf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @sprintf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__selvedge_print_vsnprintf(ptr %8, i64 2147483647, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @snprintf(ptr %0, i64 %1, ptr %2, ...) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [1 x %struct.__va_list_tag], align 16
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %9)
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %5, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  %14 = call i32 @__selvedge_print_vsnprintf(ptr %10, i64 %11, ptr %12, ptr %13)
  store i32 %14, ptr %8, align 4
  %15 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %15)
  %16 = load i32, ptr %8, align 4
  ret i32 %16
}

define i32 @__printf_chk(i32 %0, ptr %1, ...) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %10 = call i32 @__selvedge_print_vprintf(ptr %8, ptr %9)
  store i32 %10, ptr %6, align 4
  %11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %11)
  %12 = load i32, ptr %6, align 4
  ret i32 %12
}

define i32 @__vprintf_chk(i32 %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i32 @__selvedge_print_vprintf(ptr %7, ptr %8)
  ret i32 %9
}

define i32 @__fprintf_chk(ptr %0, i32 %1, ptr %2, ...) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca [1 x %struct.__va_list_tag], align 16
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %9)
  %10 = load ptr, ptr %4, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  %13 = call i32 @__sv_vfprintf(ptr %10, ptr %11, ptr %12)
  store i32 %13, ptr %8, align 4
  %14 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %14)
  %15 = load i32, ptr %8, align 4
  ret i32 %15
}

define i32 @__vfprintf_chk(ptr %0, i32 %1, ptr %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %7, align 8
  %11 = load ptr, ptr %8, align 8
  %12 = call i32 @__sv_vfprintf(ptr %9, ptr %10, ptr %11)
  ret i32 %12
}

define i32 @__dprintf_chk(i32 %0, i32 %1, ptr %2, ...) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca [1 x %struct.__va_list_tag], align 16
  %8 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %9)
  %10 = load i32, ptr %4, align 4
  %11 = load ptr, ptr %6, align 8
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  %13 = call i32 @__sv_vdprintf(i32 %10, ptr %11, ptr %12)
  store i32 %13, ptr %8, align 4
  %14 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %14)
  %15 = load i32, ptr %8, align 4
  ret i32 %15
}

define i32 @__asprintf_chk(ptr %0, i32 %1, ptr %2, ...) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca [1 x %struct.__va_list_tag], align 16
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %9)
  %10 = load ptr, ptr %4, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  %13 = call i32 @__sv_vasprintf(ptr %10, ptr %11, ptr %12)
  store i32 %13, ptr %8, align 4
  %14 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %14)
  %15 = load i32, ptr %8, align 4
  ret i32 %15
}

define i32 @__sprintf_chk(ptr %0, i32 %1, i64 %2, ptr %3, ...) {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca [1 x %struct.__va_list_tag], align 16
  %10 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %9, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %11)
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %7, align 8
  %14 = load ptr, ptr %8, align 8
  %15 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %9, i64 0, i64 0
  %16 = call i32 @__sv_checked(ptr %12, i64 %13, ptr %14, ptr %15)
  store i32 %16, ptr %10, align 4
  %17 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %9, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %17)
  %18 = load i32, ptr %10, align 4
  ret i32 %18
}

define internal i32 @__sv_checked(ptr %0, i64 %1, ptr %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i64, ptr %6, align 8
  %12 = icmp ult i64 %11, 2147483647
  br i1 %12, label %13, label %15

13:
  %14 = load i64, ptr %6, align 8
  br label %16

15:
  br label %16

16:
  %17 = phi i64 [ %14, %13 ], [ 2147483647, %15 ]
  %18 = load ptr, ptr %7, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = call i32 @__selvedge_print_vsnprintf(ptr %10, i64 %17, ptr %18, ptr %19)
  store i32 %20, ptr %9, align 4
  %21 = load i32, ptr %9, align 4
  %22 = icmp sge i32 %21, 0
  br i1 %22, label %23, label %28

23:
  %24 = load i32, ptr %9, align 4
  %25 = sext i32 %24 to i64
  %26 = add i64 %25, 1
  %27 = load i64, ptr %6, align 8
  call void @__sv_fits(i64 %26, i64 %27)
  br label %28

28:
  %29 = load i32, ptr %9, align 4
  ret i32 %29
}

define i32 @__vsprintf_chk(ptr %0, i32 %1, i64 %2, ptr %3, ptr %4) {
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store i32 %1, ptr %7, align 4
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %8, align 8
  %13 = load ptr, ptr %9, align 8
  %14 = load ptr, ptr %10, align 8
  %15 = call i32 @__sv_checked(ptr %11, i64 %12, ptr %13, ptr %14)
  ret i32 %15
}

define i32 @__snprintf_chk(ptr %0, i64 %1, i32 %2, i64 %3, ptr %4, ...) {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca [1 x %struct.__va_list_tag], align 16
  %12 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i32 %2, ptr %8, align 4
  store i64 %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %13 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %11, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %13)
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr %7, align 8
  %16 = load i64, ptr %9, align 8
  %17 = load ptr, ptr %10, align 8
  %18 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %11, i64 0, i64 0
  %19 = call i32 @__sv_bounded(ptr %14, i64 %15, i64 %16, ptr %17, ptr %18)
  store i32 %19, ptr %12, align 4
  %20 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %11, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %20)
  %21 = load i32, ptr %12, align 4
  ret i32 %21
}

define internal i32 @__sv_bounded(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load i64, ptr %7, align 8
  %12 = load i64, ptr %8, align 8
  call void @__sv_fits(i64 %11, i64 %12)
  %13 = load ptr, ptr %6, align 8
  %14 = load i64, ptr %7, align 8
  %15 = load ptr, ptr %9, align 8
  %16 = load ptr, ptr %10, align 8
  %17 = call i32 @__selvedge_print_vsnprintf(ptr %13, i64 %14, ptr %15, ptr %16)
  ret i32 %17
}

define i32 @__vsnprintf_chk(ptr %0, i64 %1, i32 %2, i64 %3, ptr %4, ptr %5) {
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i64 %1, ptr %8, align 8
  store i32 %2, ptr %9, align 4
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  store ptr %5, ptr %12, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = load i64, ptr %8, align 8
  %15 = load i64, ptr %10, align 8
  %16 = load ptr, ptr %11, align 8
  %17 = load ptr, ptr %12, align 8
  %18 = call i32 @__sv_bounded(ptr %13, i64 %14, i64 %15, ptr %16, ptr %17)
  ret i32 %18
}

define void @perror(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  %5 = load i32, ptr %4, align 4
  call void @__sv_complain(ptr %3, i32 %5)
  ret void
}

define internal void @__sv_complain(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %18

7:
  %8 = load ptr, ptr %3, align 8
  %9 = load i8, ptr %8, align 1
  %10 = sext i8 %9 to i32
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %18

12:
  %13 = load ptr, ptr %3, align 8
  %14 = load ptr, ptr @stderr, align 8
  %15 = call i32 @__sv_fputs(ptr %13, ptr %14)
  %16 = load ptr, ptr @stderr, align 8
  %17 = call i32 @__sv_fputs(ptr @.str.118, ptr %16)
  br label %18

18:
  %19 = load i32, ptr %4, align 4
  %20 = call ptr @__sv_error_text(i32 %19)
  %21 = load ptr, ptr @stderr, align 8
  %22 = call i32 @__sv_fputs(ptr %20, ptr %21)
  %23 = load ptr, ptr @stderr, align 8
  %24 = call i32 @__sv_fputs(ptr @.str.63, ptr %23)
  ret void
}

define void @err(i32 %0, ptr %1, ...) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %6)
  %7 = load ptr, ptr %4, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %14

9:
  %10 = load ptr, ptr @stderr, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %13 = call i32 @__sv_vfprintf(ptr %10, ptr %11, ptr %12)
  br label %14

14:
  %15 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  %16 = load i32, ptr %15, align 4
  call void @__sv_complain(ptr @.str.56, i32 %16)
  %17 = load i32, ptr %3, align 4
  call void @__selvedge_exit(i32 %17)
  unreachable
}

define void @errx(i32 %0, ptr %1, ...) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %6)
  %7 = load ptr, ptr %4, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %14

9:
  %10 = load ptr, ptr @stderr, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %13 = call i32 @__sv_vfprintf(ptr %10, ptr %11, ptr %12)
  br label %14

14:
  %15 = load ptr, ptr @stderr, align 8
  %16 = call i32 @__sv_fputs(ptr @.str.63, ptr %15)
  %17 = load i32, ptr %3, align 4
  call void @__selvedge_exit(i32 %17)
  unreachable
}

define void @warn(ptr %0, ...) {
  %2 = alloca ptr, align 8
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  store ptr %0, ptr %2, align 8
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %4)
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %12

7:
  %8 = load ptr, ptr @stderr, align 8
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %11 = call i32 @__sv_vfprintf(ptr %8, ptr %9, ptr %10)
  br label %12

12:
  %13 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  %14 = load i32, ptr %13, align 4
  call void @__sv_complain(ptr @.str.56, i32 %14)
  ret void
}

define void @warnx(ptr %0, ...) {
  %2 = alloca ptr, align 8
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  store ptr %0, ptr %2, align 8
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %4)
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %7, label %12

7:
  %8 = load ptr, ptr @stderr, align 8
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %11 = call i32 @__sv_vfprintf(ptr %8, ptr %9, ptr %10)
  br label %12

12:
  %13 = load ptr, ptr @stderr, align 8
  %14 = call i32 @__sv_fputs(ptr @.str.63, ptr %13)
  ret void
}

define i32 @scanf(ptr %0, ...) {
  %2 = alloca ptr, align 8
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %5)
  %6 = load ptr, ptr @stdin, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %9 = call i32 @__sv_vfscanf(ptr %6, ptr %7, ptr %8)
  store i32 %9, ptr %4, align 4
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %10)
  %11 = load i32, ptr %4, align 4
  ret i32 %11
}

define internal i32 @__sv_vfscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca %struct.__sv_scan, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_scan, ptr %7, i32 0, i32 0
  store ptr null, ptr %9, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_scan, ptr %7, i32 0, i32 1
  %11 = load ptr, ptr %4, align 8
  store ptr %11, ptr %10, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_scan, ptr %7, i32 0, i32 2
  store i32 0, ptr %12, align 8
  %13 = getelementptr i8, ptr %7, i64 20
  call void @llvm.memset.p0.i64(ptr align 4 %13, i8 0, i64 4, i1 false)
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_file, ptr %14, i32 0, i32 0
  %16 = call i32 @__selvedge_mutex_lock(ptr %15)
  %17 = load ptr, ptr %5, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = call i32 @__sv_scanf(ptr %7, ptr %17, ptr %18)
  store i32 %19, ptr %8, align 4
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds nuw %struct.__sv_file, ptr %20, i32 0, i32 0
  %22 = call i32 @__selvedge_mutex_unlock(ptr %21)
  %23 = load i32, ptr %8, align 4
  ret i32 %23
}

define i32 @fscanf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vfscanf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @sscanf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vsscanf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define internal i32 @__sv_vsscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca %struct.__sv_scan, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_scan, ptr %7, i32 0, i32 0
  %9 = load ptr, ptr %4, align 8
  store ptr %9, ptr %8, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_scan, ptr %7, i32 0, i32 1
  store ptr null, ptr %10, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_scan, ptr %7, i32 0, i32 2
  store i32 0, ptr %11, align 8
  %12 = getelementptr i8, ptr %7, i64 20
  call void @llvm.memset.p0.i64(ptr align 4 %12, i8 0, i64 4, i1 false)
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = call i32 @__sv_scanf(ptr %7, ptr %13, ptr %14)
  ret i32 %15
}

define i32 @vscanf(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr @stdin, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @__sv_vfscanf(ptr %5, ptr %6, ptr %7)
  ret i32 %8
}

define i32 @vfscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vfscanf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define i32 @vsscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vsscanf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define i32 @__isoc99_scanf(ptr %0, ...) {
  %2 = alloca ptr, align 8
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %5)
  %6 = load ptr, ptr @stdin, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %9 = call i32 @__sv_vfscanf(ptr %6, ptr %7, ptr %8)
  store i32 %9, ptr %4, align 4
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %10)
  %11 = load i32, ptr %4, align 4
  ret i32 %11
}

define i32 @__isoc99_fscanf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vfscanf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @__isoc99_sscanf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vsscanf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @__isoc99_vscanf(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr @stdin, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @__sv_vfscanf(ptr %5, ptr %6, ptr %7)
  ret i32 %8
}

define i32 @__isoc99_vfscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vfscanf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define i32 @__isoc99_vsscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vsscanf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define i32 @__isoc23_scanf(ptr %0, ...) {
  %2 = alloca ptr, align 8
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %5)
  %6 = load ptr, ptr @stdin, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %9 = call i32 @__sv_vfscanf(ptr %6, ptr %7, ptr %8)
  store i32 %9, ptr %4, align 4
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %10)
  %11 = load i32, ptr %4, align 4
  ret i32 %11
}

define i32 @__isoc23_fscanf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vfscanf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @__isoc23_sscanf(ptr %0, ptr %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @__sv_vsscanf(ptr %8, ptr %9, ptr %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define i32 @__isoc23_vscanf(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr @stdin, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @__sv_vfscanf(ptr %5, ptr %6, ptr %7)
  ret i32 %8
}

define i32 @__isoc23_vfscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vfscanf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define i32 @__isoc23_vsscanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @__sv_vsscanf(ptr %7, ptr %8, ptr %9)
  ret i32 %10
}

define double @fabs(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_fabs(double %3)
  ret double %4
}

define internal double @__sv_fabs(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.fabs.f64(double %3)
  ret double %4
}

define float @fabsf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_fabs(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @sqrt(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_sqrt(double %3)
  ret double %4
}

define internal double @__sv_sqrt(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.sqrt.f64(double %3)
  ret double %4
}

define float @sqrtf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_sqrt(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @floor(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_floor(double %3)
  ret double %4
}

define internal double @__sv_floor(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.floor.f64(double %3)
  ret double %4
}

define float @floorf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_floor(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @ceil(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_ceil(double %3)
  ret double %4
}

define internal double @__sv_ceil(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.ceil.f64(double %3)
  ret double %4
}

define float @ceilf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_ceil(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @trunc(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_trunc(double %3)
  ret double %4
}

define internal double @__sv_trunc(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.trunc.f64(double %3)
  ret double %4
}

define float @truncf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_trunc(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @round(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_round(double %3)
  ret double %4
}

define internal double @__sv_round(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.round.f64(double %3)
  ret double %4
}

define float @roundf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_round(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @sin(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_sin(double %3)
  ret double %4
}

define internal double @__sv_sin(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.sin.f64(double %3)
  ret double %4
}

define float @sinf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_sin(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @cos(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_cos(double %3)
  ret double %4
}

define internal double @__sv_cos(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.cos.f64(double %3)
  ret double %4
}

define float @cosf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_cos(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @exp(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_exp(double %3)
  ret double %4
}

define internal double @__sv_exp(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.exp.f64(double %3)
  ret double %4
}

define float @expf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_exp(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @log(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_log(double %3)
  ret double %4
}

define internal double @__sv_log(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.log.f64(double %3)
  ret double %4
}

define float @logf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_log(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @pow(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_pow(double %5, double %6)
  ret double %7
}

define internal double @__sv_pow(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @llvm.pow.f64(double %5, double %6)
  ret double %7
}

define float @powf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_pow(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @fmod(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_fmod(double %5, double %6)
  ret double %7
}

define internal double @__sv_fmod(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = frem double %5, %6
  ret double %7
}

define float @fmodf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_fmod(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @fmin(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_fmin(double %5, double %6)
  ret double %7
}

define internal double @__sv_fmin(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @llvm.minnum.f64(double %5, double %6)
  ret double %7
}

define float @fminf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_fmin(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @fmax(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_fmax(double %5, double %6)
  ret double %7
}

define internal double @__sv_fmax(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @llvm.maxnum.f64(double %5, double %6)
  ret double %7
}

define float @fmaxf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_fmax(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @copysign(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_copysign(double %5, double %6)
  ret double %7
}

define internal double @__sv_copysign(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @llvm.copysign.f64(double %5, double %6)
  ret double %7
}

define float @copysignf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_copysign(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @rint(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_rint(double %3)
  ret double %4
}

define internal double @__sv_rint(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_to_even(double %3)
  ret double %4
}

define float @rintf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_rint(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @nearbyint(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_nearbyint(double %3)
  ret double %4
}

define internal double @__sv_nearbyint(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_to_even(double %3)
  ret double %4
}

define float @nearbyintf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_nearbyint(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define i64 @lrint(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_to_even(double %3)
  %5 = fptosi double %4 to i64
  ret i64 %5
}

define internal double @__sv_to_even(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  store double %0, ptr %3, align 8
  %6 = load double, ptr %3, align 8
  %7 = call double @llvm.floor.f64(double %6)
  store double %7, ptr %4, align 8
  %8 = load double, ptr %3, align 8
  %9 = load double, ptr %4, align 8
  %10 = fsub double %8, %9
  store double %10, ptr %5, align 8
  %11 = load double, ptr %5, align 8
  %12 = fcmp olt double %11, 5.000000e-01
  br i1 %12, label %13, label %17

13:
  %14 = load double, ptr %4, align 8
  %15 = load double, ptr %3, align 8
  %16 = call double @llvm.copysign.f64(double %14, double %15)
  store double %16, ptr %2, align 8
  br label %38

17:
  %18 = load double, ptr %5, align 8
  %19 = fcmp ogt double %18, 5.000000e-01
  br i1 %19, label %20, label %25

20:
  %21 = load double, ptr %4, align 8
  %22 = fadd double %21, 1.000000e+00
  %23 = load double, ptr %3, align 8
  %24 = call double @llvm.copysign.f64(double %22, double %23)
  store double %24, ptr %2, align 8
  br label %38

25:
  %26 = load double, ptr %4, align 8
  %27 = frem double %26, 2.000000e+00
  %28 = fcmp oeq double %27, 0.000000e+00
  br i1 %28, label %29, label %31

29:
  %30 = load double, ptr %4, align 8
  br label %34

31:
  %32 = load double, ptr %4, align 8
  %33 = fadd double %32, 1.000000e+00
  br label %34

34:
  %35 = phi double [ %30, %29 ], [ %33, %31 ]
  %36 = load double, ptr %3, align 8
  %37 = call double @llvm.copysign.f64(double %35, double %36)
  store double %37, ptr %2, align 8
  br label %38

38:
  %39 = load double, ptr %2, align 8
  ret double %39
}

define i64 @llrint(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_to_even(double %3)
  %5 = fptosi double %4 to i64
  ret i64 %5
}

define i64 @lrintf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_to_even(double %4)
  %6 = fptosi double %5 to i64
  ret i64 %6
}

define i64 @lround(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.round.f64(double %3)
  %5 = fptosi double %4 to i64
  ret i64 %5
}

declare double @llvm.round.f64(double)

define i64 @llround(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.round.f64(double %3)
  %5 = fptosi double %4 to i64
  ret i64 %5
}

define i64 @lroundf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @llvm.round.f64(double %4)
  %6 = fptosi double %5 to i64
  ret i64 %6
}

define double @tan(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_tan(double %3)
  ret double %4
}

define internal double @__sv_tan(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.sin.f64(double %3)
  %5 = load double, ptr %2, align 8
  %6 = call double @llvm.cos.f64(double %5)
  %7 = fdiv double %4, %6
  ret double %7
}

define float @tanf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_tan(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @exp2(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_exp2(double %3)
  ret double %4
}

define internal double @__sv_exp2(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.pow.f64(double 2.000000e+00, double %3)
  ret double %4
}

define float @exp2f(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_exp2(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @log2(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_log2(double %3)
  ret double %4
}

define internal double @__sv_log2(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.log.f64(double %3)
  %5 = fdiv double %4, 0x3FE62E42FEFA39EF
  ret double %5
}

define float @log2f(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_log2(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @log10(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_log10(double %3)
  ret double %4
}

define internal double @__sv_log10(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.log.f64(double %3)
  %5 = fdiv double %4, 0x40026BB1BBB55516
  ret double %5
}

define float @log10f(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_log10(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @expm1(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_expm1(double %3)
  ret double %4
}

define internal double @__sv_expm1(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = fcmp ogt double %3, -1.000000e-05
  br i1 %4, label %5, label %15

5:
  %6 = load double, ptr %2, align 8
  %7 = fcmp olt double %6, 1.000000e-05
  br i1 %7, label %8, label %15

8:
  %9 = load double, ptr %2, align 8
  %10 = load double, ptr %2, align 8
  %11 = load double, ptr %2, align 8
  %12 = fmul double %10, %11
  %13 = fdiv double %12, 2.000000e+00
  %14 = fadd double %9, %13
  br label %19

15:
  %16 = load double, ptr %2, align 8
  %17 = call double @llvm.exp.f64(double %16)
  %18 = fsub double %17, 1.000000e+00
  br label %19

19:
  %20 = phi double [ %14, %8 ], [ %18, %15 ]
  ret double %20
}

define float @expm1f(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_expm1(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @log1p(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_log1p(double %3)
  ret double %4
}

define internal double @__sv_log1p(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = fcmp ogt double %3, -1.000000e-05
  br i1 %4, label %5, label %15

5:
  %6 = load double, ptr %2, align 8
  %7 = fcmp olt double %6, 1.000000e-05
  br i1 %7, label %8, label %15

8:
  %9 = load double, ptr %2, align 8
  %10 = load double, ptr %2, align 8
  %11 = load double, ptr %2, align 8
  %12 = fmul double %10, %11
  %13 = fdiv double %12, 2.000000e+00
  %14 = fsub double %9, %13
  br label %19

15:
  %16 = load double, ptr %2, align 8
  %17 = fadd double 1.000000e+00, %16
  %18 = call double @llvm.log.f64(double %17)
  br label %19

19:
  %20 = phi double [ %14, %8 ], [ %18, %15 ]
  ret double %20
}

define float @log1pf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_log1p(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @sinh(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_sinh(double %3)
  ret double %4
}

define internal double @__sv_sinh(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.exp.f64(double %3)
  %5 = load double, ptr %2, align 8
  %6 = fneg double %5
  %7 = call double @llvm.exp.f64(double %6)
  %8 = fsub double %4, %7
  %9 = fdiv double %8, 2.000000e+00
  ret double %9
}

define float @sinhf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_sinh(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @cosh(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_cosh(double %3)
  ret double %4
}

define internal double @__sv_cosh(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @llvm.exp.f64(double %3)
  %5 = load double, ptr %2, align 8
  %6 = fneg double %5
  %7 = call double @llvm.exp.f64(double %6)
  %8 = fadd double %4, %7
  %9 = fdiv double %8, 2.000000e+00
  ret double %9
}

define float @coshf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_cosh(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @tanh(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_tanh(double %3)
  ret double %4
}

define internal double @__sv_tanh(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = fcmp ogt double %3, 2.000000e+01
  br i1 %4, label %5, label %6

5:
  br label %19

6:
  %7 = load double, ptr %2, align 8
  %8 = fcmp olt double %7, -2.000000e+01
  br i1 %8, label %9, label %10

9:
  br label %17

10:
  %11 = load double, ptr %2, align 8
  %12 = fmul double 2.000000e+00, %11
  %13 = call double @llvm.exp.f64(double %12)
  %14 = fadd double %13, 1.000000e+00
  %15 = fdiv double 2.000000e+00, %14
  %16 = fsub double 1.000000e+00, %15
  br label %17

17:
  %18 = phi double [ -1.000000e+00, %9 ], [ %16, %10 ]
  br label %19

19:
  %20 = phi double [ 1.000000e+00, %5 ], [ %18, %17 ]
  ret double %20
}

define float @tanhf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_tanh(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @cbrt(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_cbrt(double %3)
  ret double %4
}

define internal double @__sv_cbrt(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = fcmp oeq double %3, 0.000000e+00
  br i1 %4, label %5, label %7

5:
  %6 = load double, ptr %2, align 8
  br label %13

7:
  %8 = load double, ptr %2, align 8
  %9 = call double @llvm.fabs.f64(double %8)
  %10 = call double @llvm.pow.f64(double %9, double 0x3FD5555555555555)
  %11 = load double, ptr %2, align 8
  %12 = call double @llvm.copysign.f64(double %10, double %11)
  br label %13

13:
  %14 = phi double [ %6, %5 ], [ %12, %7 ]
  ret double %14
}

define float @cbrtf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_cbrt(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @hypot(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_hypot(double %5, double %6)
  ret double %7
}

define internal double @__sv_hypot(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %3, align 8
  %7 = fmul double %5, %6
  %8 = load double, ptr %4, align 8
  %9 = load double, ptr %4, align 8
  %10 = fmul double %8, %9
  %11 = fadd double %7, %10
  %12 = call double @llvm.sqrt.f64(double %11)
  ret double %12
}

define float @hypotf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_hypot(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @fdim(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_fdim(double %5, double %6)
  ret double %7
}

define internal double @__sv_fdim(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = fcmp ogt double %5, %6
  br i1 %7, label %8, label %12

8:
  %9 = load double, ptr %3, align 8
  %10 = load double, ptr %4, align 8
  %11 = fsub double %9, %10
  br label %23

12:
  %13 = load double, ptr %3, align 8
  %14 = load double, ptr %4, align 8
  %15 = fcmp ole double %13, %14
  br i1 %15, label %16, label %17

16:
  br label %21

17:
  %18 = load double, ptr %3, align 8
  %19 = load double, ptr %4, align 8
  %20 = fadd double %18, %19
  br label %21

21:
  %22 = phi double [ 0.000000e+00, %16 ], [ %20, %17 ]
  br label %23

23:
  %24 = phi double [ %11, %8 ], [ %22, %21 ]
  ret double %24
}

define float @fdimf(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_fdim(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @fma(double %0, double %1, double %2) {
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  store double %0, ptr %4, align 8
  store double %1, ptr %5, align 8
  store double %2, ptr %6, align 8
  %7 = load double, ptr %4, align 8
  %8 = load double, ptr %5, align 8
  %9 = fmul double %7, %8
  %10 = load double, ptr %6, align 8
  %11 = fadd double %9, %10
  ret double %11
}

define float @fmaf(float %0, float %1, float %2) {
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  store float %0, ptr %4, align 4
  store float %1, ptr %5, align 4
  store float %2, ptr %6, align 4
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = load float, ptr %5, align 4
  %10 = fpext float %9 to double
  %11 = fmul double %8, %10
  %12 = load float, ptr %6, align 4
  %13 = fpext float %12 to double
  %14 = fadd double %11, %13
  %15 = fptrunc double %14 to float
  ret float %15
}

define double @atan(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_atan(double %3)
  ret double %4
}

define internal double @__sv_atan(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_arctan(double %3)
  ret double %4
}

define float @atanf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_atan(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @atan2(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_atan2(double %5, double %6)
  ret double %7
}

define internal double @__sv_atan2(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call double @__sv_arctan2(double %5, double %6)
  ret double %7
}

define float @atan2f(float %0, float %1) {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load float, ptr %4, align 4
  %8 = fpext float %7 to double
  %9 = call double @__sv_atan2(double %6, double %8)
  %10 = fptrunc double %9 to float
  ret float %10
}

define double @asin(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_asin(double %3)
  ret double %4
}

define internal double @__sv_asin(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  %5 = fsub double 1.000000e+00, %4
  %6 = load double, ptr %2, align 8
  %7 = fadd double 1.000000e+00, %6
  %8 = fmul double %5, %7
  %9 = call double @llvm.sqrt.f64(double %8)
  %10 = call double @__sv_arctan2(double %3, double %9)
  ret double %10
}

define float @asinf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_asin(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @acos(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call double @__sv_acos(double %3)
  ret double %4
}

define internal double @__sv_acos(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = fsub double 1.000000e+00, %3
  %5 = load double, ptr %2, align 8
  %6 = fadd double 1.000000e+00, %5
  %7 = fmul double %4, %6
  %8 = call double @llvm.sqrt.f64(double %7)
  %9 = load double, ptr %2, align 8
  %10 = call double @__sv_arctan2(double %8, double %9)
  ret double %10
}

define float @acosf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call double @__sv_acos(double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define double @ldexp(double %0, i32 %1) {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load double, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call double @__sv_times_power(double %5, i32 %6)
  ret double %7
}

define internal double @__sv_times_power(double %0, i32 %1) {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  br label %5

5:
  %6 = load i32, ptr %4, align 4
  %7 = icmp sgt i32 %6, 1000
  br i1 %7, label %8, label %14

8:
  %9 = load double, ptr %3, align 8
  %10 = fmul double %9, 0x7E70000000000000
  store double %10, ptr %3, align 8
  br label %11

11:
  %12 = load i32, ptr %4, align 4
  %13 = sub nsw i32 %12, 1000
  store i32 %13, ptr %4, align 4
  br label %5

14:
  br label %15

15:
  %16 = load i32, ptr %4, align 4
  %17 = icmp slt i32 %16, -1000
  br i1 %17, label %18, label %24

18:
  %19 = load double, ptr %3, align 8
  %20 = fmul double %19, 0x170000000000000
  store double %20, ptr %3, align 8
  br label %21

21:
  %22 = load i32, ptr %4, align 4
  %23 = add nsw i32 %22, 1000
  store i32 %23, ptr %4, align 4
  br label %15

24:
  %25 = load double, ptr %3, align 8
  %26 = load i32, ptr %4, align 4
  %27 = call double @__sv_scale(double %25, double 2.000000e+00, i32 %26)
  ret double %27
}

define float @ldexpf(float %0, i32 %1) {
  %3 = alloca float, align 4
  %4 = alloca i32, align 4
  store float %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load float, ptr %3, align 4
  %6 = fpext float %5 to double
  %7 = load i32, ptr %4, align 4
  %8 = call double @__sv_times_power(double %6, i32 %7)
  %9 = fptrunc double %8 to float
  ret float %9
}

define double @scalbn(double %0, i32 %1) {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load double, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = call double @__sv_times_power(double %5, i32 %6)
  ret double %7
}

define double @frexp(double %0, ptr %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca ptr, align 8
  %6 = alloca %union.__sv_bits, align 8
  store double %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load double, ptr %4, align 8
  store double %7, ptr %6, align 8
  %8 = load ptr, ptr %5, align 8
  store i32 0, ptr %8, align 4
  %9 = load double, ptr %4, align 8
  %10 = fcmp oeq double %9, 0.000000e+00
  br i1 %10, label %16, label %11

11:
  %12 = load i64, ptr %6, align 8
  %13 = lshr i64 %12, 52
  %14 = and i64 %13, 2047
  %15 = icmp eq i64 %14, 2047
  br i1 %15, label %16, label %18

16:
  %17 = load double, ptr %4, align 8
  store double %17, ptr %3, align 8
  br label %40

18:
  %19 = load i64, ptr %6, align 8
  %20 = lshr i64 %19, 52
  %21 = and i64 %20, 2047
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %27

23:
  %24 = load double, ptr %4, align 8
  %25 = fmul double %24, 0x43F0000000000000
  store double %25, ptr %6, align 8
  %26 = load ptr, ptr %5, align 8
  store i32 -64, ptr %26, align 4
  br label %27

27:
  %28 = load i64, ptr %6, align 8
  %29 = lshr i64 %28, 52
  %30 = and i64 %29, 2047
  %31 = trunc i64 %30 to i32
  %32 = sub nsw i32 %31, 1022
  %33 = load ptr, ptr %5, align 8
  %34 = load i32, ptr %33, align 4
  %35 = add nsw i32 %34, %32
  store i32 %35, ptr %33, align 4
  %36 = load i64, ptr %6, align 8
  %37 = and i64 %36, -9218868437227405313
  %38 = or i64 %37, 4602678819172646912
  store i64 %38, ptr %6, align 8
  %39 = load double, ptr %6, align 8
  store double %39, ptr %3, align 8
  br label %40

40:
  %41 = load double, ptr %3, align 8
  ret double %41
}

define double @modf(double %0, ptr %1) {
  %3 = alloca double, align 8
  %4 = alloca ptr, align 8
  store double %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load double, ptr %3, align 8
  %6 = call double @llvm.trunc.f64(double %5)
  %7 = load ptr, ptr %4, align 8
  store double %6, ptr %7, align 8
  %8 = load double, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load double, ptr %9, align 8
  %11 = fsub double %8, %10
  %12 = load double, ptr %3, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load double, ptr %13, align 8
  %15 = fsub double %12, %14
  %16 = fcmp oeq double %11, %15
  br i1 %16, label %17, label %22

17:
  %18 = load double, ptr %3, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = load double, ptr %19, align 8
  %21 = fsub double %18, %20
  br label %23

22:
  br label %23

23:
  %24 = phi double [ %21, %17 ], [ 0.000000e+00, %22 ]
  %25 = load double, ptr %3, align 8
  %26 = call double @llvm.copysign.f64(double %24, double %25)
  ret double %26
}

declare double @llvm.trunc.f64(double)

declare double @llvm.copysign.f64(double, double)

define i32 @__fpclassify(double %0) {
  %2 = alloca double, align 8
  %3 = alloca %union.__sv_bits, align 8
  store double %0, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  store double %4, ptr %3, align 8
  %5 = load i64, ptr %3, align 8
  %6 = and i64 %5, 4503599627370495
  %7 = load i64, ptr %3, align 8
  %8 = lshr i64 %7, 52
  %9 = and i64 %8, 2047
  %10 = trunc i64 %9 to i32
  %11 = call i32 @__sv_class(i64 %6, i32 %10, i32 2047)
  ret i32 %11
}

define internal i32 @__sv_class(i64 %0, i32 %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store i64 %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i32 %2, ptr %7, align 4
  %8 = load i32, ptr %6, align 4
  %9 = load i32, ptr %7, align 4
  %10 = icmp eq i32 %8, %9
  br i1 %10, label %11, label %16

11:
  %12 = load i64, ptr %5, align 8
  %13 = icmp ne i64 %12, 0
  %14 = zext i1 %13 to i64
  %15 = select i1 %13, i32 0, i32 1
  store i32 %15, ptr %4, align 4
  br label %25

16:
  %17 = load i32, ptr %6, align 4
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %24

19:
  %20 = load i64, ptr %5, align 8
  %21 = icmp ne i64 %20, 0
  %22 = zext i1 %21 to i64
  %23 = select i1 %21, i32 3, i32 2
  store i32 %23, ptr %4, align 4
  br label %25

24:
  store i32 4, ptr %4, align 4
  br label %25

25:
  %26 = load i32, ptr %4, align 4
  ret i32 %26
}

define i32 @__fpclassifyf(float %0) {
  %2 = alloca float, align 4
  %3 = alloca %union.__sv_float_bits, align 4
  store float %0, ptr %2, align 4
  %4 = load float, ptr %2, align 4
  store float %4, ptr %3, align 4
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, 8388607
  %7 = zext i32 %6 to i64
  %8 = load i32, ptr %3, align 4
  %9 = lshr i32 %8, 23
  %10 = and i32 %9, 255
  %11 = call i32 @__sv_class(i64 %7, i32 %10, i32 255)
  ret i32 %11
}

define i32 @__isnan(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  %5 = fcmp une double %3, %4
  %6 = zext i1 %5 to i32
  ret i32 %6
}

define i32 @__isnanf(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = load float, ptr %2, align 4
  %5 = fcmp une float %3, %4
  %6 = zext i1 %5 to i32
  ret i32 %6
}

define i32 @isnan(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  %5 = fcmp une double %3, %4
  %6 = zext i1 %5 to i32
  ret i32 %6
}

define i32 @isinf(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call i32 @__sv_is_infinite(double %3)
  ret i32 %4
}

define internal i32 @__sv_is_infinite(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = fcmp oeq double %3, 0x7FF0000000000000
  br i1 %4, label %5, label %6

5:
  br label %11

6:
  %7 = load double, ptr %2, align 8
  %8 = fcmp oeq double %7, 0xFFF0000000000000
  %9 = zext i1 %8 to i64
  %10 = select i1 %8, i32 -1, i32 0
  br label %11

11:
  %12 = phi i32 [ 1, %5 ], [ %10, %6 ]
  ret i32 %12
}

define i32 @__isinf(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = call i32 @__sv_is_infinite(double %3)
  ret i32 %4
}

define i32 @__isinff(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = fpext float %3 to double
  %5 = call i32 @__sv_is_infinite(double %4)
  ret i32 %5
}

define i32 @finite(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  %5 = fcmp oeq double %3, %4
  br i1 %5, label %6, label %11

6:
  %7 = load double, ptr %2, align 8
  %8 = call i32 @__sv_is_infinite(double %7)
  %9 = icmp ne i32 %8, 0
  %10 = xor i1 %9, true
  br label %11

11:
  %12 = phi i1 [ false, %1 ], [ %10, %6 ]
  %13 = zext i1 %12 to i32
  ret i32 %13
}

define i32 @__finite(double %0) {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8
  %3 = load double, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  %5 = fcmp oeq double %3, %4
  br i1 %5, label %6, label %11

6:
  %7 = load double, ptr %2, align 8
  %8 = call i32 @__sv_is_infinite(double %7)
  %9 = icmp ne i32 %8, 0
  %10 = xor i1 %9, true
  br label %11

11:
  %12 = phi i1 [ false, %1 ], [ %10, %6 ]
  %13 = zext i1 %12 to i32
  ret i32 %13
}

define i32 @__finitef(float %0) {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = load float, ptr %2, align 4
  %5 = fcmp oeq float %3, %4
  br i1 %5, label %6, label %12

6:
  %7 = load float, ptr %2, align 4
  %8 = fpext float %7 to double
  %9 = call i32 @__sv_is_infinite(double %8)
  %10 = icmp ne i32 %9, 0
  %11 = xor i1 %10, true
  br label %12

12:
  %13 = phi i1 [ false, %1 ], [ %11, %6 ]
  %14 = zext i1 %13 to i32
  ret i32 %14
}

define i32 @__signbit(double %0) {
  %2 = alloca double, align 8
  %3 = alloca %union.__sv_bits, align 8
  store double %0, ptr %2, align 8
  %4 = load double, ptr %2, align 8
  store double %4, ptr %3, align 8
  %5 = load i64, ptr %3, align 8
  %6 = lshr i64 %5, 63
  %7 = icmp ne i64 %6, 0
  %8 = zext i1 %7 to i64
  %9 = select i1 %7, i32 128, i32 0
  ret i32 %9
}

define i32 @__signbitf(float %0) {
  %2 = alloca float, align 4
  %3 = alloca %union.__sv_float_bits, align 4
  store float %0, ptr %2, align 4
  %4 = load float, ptr %2, align 4
  store float %4, ptr %3, align 4
  %5 = load i32, ptr %3, align 4
  %6 = lshr i32 %5, 31
  %7 = icmp ne i32 %6, 0
  %8 = zext i1 %7 to i64
  %9 = select i1 %7, i32 8, i32 0
  ret i32 %9
}

define double @nan(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret double 0x7FF8000000000000
}

define float @nanf(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret float 0x7FF8000000000000
}

define void @__atomic_load(i64 %0, ptr %1, ptr %2, i32 %3) {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store i64 %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i32 %3, ptr %8, align 4
  call void @__selvedge_atomic_section_begin()
  %9 = load ptr, ptr %7, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i64, ptr %5, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %9, ptr align 1 %10, i64 %11, i1 false)
  call void @__selvedge_atomic_section_end()
  ret void
}

define void @__atomic_store(i64 %0, ptr %1, ptr %2, i32 %3) {
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store i64 %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i32 %3, ptr %8, align 4
  call void @__selvedge_atomic_section_begin()
  %9 = load ptr, ptr %6, align 8
  %10 = load ptr, ptr %7, align 8
  %11 = load i64, ptr %5, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %9, ptr align 1 %10, i64 %11, i1 false)
  call void @__selvedge_atomic_section_end()
  ret void
}

define void @__atomic_exchange(i64 %0, ptr %1, ptr %2, ptr %3, i32 %4) {
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  store i64 %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i32 %4, ptr %10, align 4
  call void @__selvedge_atomic_section_begin()
  %12 = load i64, ptr %6, align 8
  %13 = call ptr @__selvedge_heap_alloc(i64 %12, i32 0)
  store ptr %13, ptr %11, align 8
  %14 = load ptr, ptr %11, align 8
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %14, ptr align 1 %15, i64 %16, i1 false)
  %17 = load ptr, ptr %7, align 8
  %18 = load ptr, ptr %8, align 8
  %19 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %17, ptr align 1 %18, i64 %19, i1 false)
  %20 = load ptr, ptr %9, align 8
  %21 = load ptr, ptr %11, align 8
  %22 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %20, ptr align 1 %21, i64 %22, i1 false)
  %23 = load ptr, ptr %11, align 8
  call void @__selvedge_heap_free(ptr %23)
  call void @__selvedge_atomic_section_end()
  ret void
}

define zeroext i1 @__atomic_compare_exchange(i64 %0, ptr %1, ptr %2, ptr %3, i32 %4, i32 %5) {
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i8, align 1
  store i64 %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i32 %4, ptr %11, align 4
  store i32 %5, ptr %12, align 4
  call void @__selvedge_atomic_section_begin()
  %14 = load ptr, ptr %8, align 8
  %15 = load ptr, ptr %9, align 8
  %16 = load i64, ptr %7, align 8
  %17 = call zeroext i1 @__sv_same(ptr %14, ptr %15, i64 %16)
  %18 = zext i1 %17 to i8
  store i8 %18, ptr %13, align 1
  %19 = load i8, ptr %13, align 1
  %20 = trunc i8 %19 to i1
  br i1 %20, label %21, label %25

21:
  %22 = load ptr, ptr %8, align 8
  %23 = load ptr, ptr %10, align 8
  %24 = load i64, ptr %7, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %22, ptr align 1 %23, i64 %24, i1 false)
  br label %29

25:
  %26 = load ptr, ptr %9, align 8
  %27 = load ptr, ptr %8, align 8
  %28 = load i64, ptr %7, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %26, ptr align 1 %27, i64 %28, i1 false)
  br label %29

29:
  call void @__selvedge_atomic_section_end()
  %30 = load i8, ptr %13, align 1
  %31 = trunc i8 %30 to i1
  ret i1 %31
}

define internal zeroext i1 @__sv_same(ptr %0, ptr %1, i64 %2) {
  %4 = alloca i1, align 1
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %9 = load i64, ptr %7, align 8
  %10 = urem i64 %9, 8
  %11 = icmp ne i64 %10, 0
  br i1 %11, label %12, label %18

12:
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load i64, ptr %7, align 8
  %16 = call i32 @__sv_memcmp(ptr %13, ptr %14, i64 %15)
  %17 = icmp eq i32 %16, 0
  store i1 %17, ptr %4, align 1
  br label %40

18:
  store i64 0, ptr %8, align 8
  br label %19

19:
  %20 = load i64, ptr %8, align 8
  %21 = load i64, ptr %7, align 8
  %22 = udiv i64 %21, 8
  %23 = icmp ult i64 %20, %22
  br i1 %23, label %24, label %39

24:
  %25 = load ptr, ptr %5, align 8
  %26 = load i64, ptr %8, align 8
  %27 = getelementptr inbounds nuw i64, ptr %25, i64 %26
  %28 = load i64, ptr %27, align 8
  %29 = load ptr, ptr %6, align 8
  %30 = load i64, ptr %8, align 8
  %31 = getelementptr inbounds nuw i64, ptr %29, i64 %30
  %32 = load i64, ptr %31, align 8
  %33 = icmp ne i64 %28, %32
  br i1 %33, label %34, label %35

34:
  store i1 false, ptr %4, align 1
  br label %40

35:
  br label %36

36:
  %37 = load i64, ptr %8, align 8
  %38 = add i64 %37, 1
  store i64 %38, ptr %8, align 8
  br label %19

39:
  store i1 true, ptr %4, align 1
  br label %40

40:
  %41 = load i1, ptr %4, align 1
  ret i1 %41
}

define zeroext i1 @__atomic_is_lock_free(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = icmp eq i64 %5, 1
  br i1 %6, label %16, label %7

7:
  %8 = load i64, ptr %3, align 8
  %9 = icmp eq i64 %8, 2
  br i1 %9, label %16, label %10

10:
  %11 = load i64, ptr %3, align 8
  %12 = icmp eq i64 %11, 4
  br i1 %12, label %16, label %13

13:
  %14 = load i64, ptr %3, align 8
  %15 = icmp eq i64 %14, 8
  br label %16

16:
  %17 = phi i1 [ true, %10 ], [ true, %7 ], [ true, %2 ], [ %15, %13 ]
  ret i1 %17
}

define zeroext i8 @__atomic_load_1(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = load i32, ptr %4, align 4
  switch i32 %7, label %8 [
    i32 1, label %10
    i32 2, label %10
    i32 5, label %12
  ]

8:
  %9 = load atomic i8, ptr %6 monotonic, align 1
  store i8 %9, ptr %5, align 1
  br label %14

10:
  %11 = load atomic i8, ptr %6 acquire, align 1
  store i8 %11, ptr %5, align 1
  br label %14

12:
  %13 = load atomic i8, ptr %6 seq_cst, align 1
  store i8 %13, ptr %5, align 1
  br label %14

14:
  %15 = load i8, ptr %5, align 1
  ret i8 %15
}

define void @__atomic_store_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = load i32, ptr %6, align 4
  %10 = load i8, ptr %5, align 1
  store i8 %10, ptr %7, align 1
  switch i32 %9, label %11 [
    i32 3, label %13
    i32 5, label %15
  ]

11:
  %12 = load i8, ptr %7, align 1
  store atomic i8 %12, ptr %8 monotonic, align 1
  br label %17

13:
  %14 = load i8, ptr %7, align 1
  store atomic i8 %14, ptr %8 release, align 1
  br label %17

15:
  %16 = load i8, ptr %7, align 1
  store atomic i8 %16, ptr %8 seq_cst, align 1
  br label %17

17:
  ret void
}

define zeroext i8 @__atomic_exchange_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i8, ptr %5, align 1
  store i8 %11, ptr %7, align 1
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i8, ptr %7, align 1
  %14 = atomicrmw xchg ptr %9, i8 %13 monotonic, align 1
  store i8 %14, ptr %8, align 1
  br label %27

15:
  %16 = load i8, ptr %7, align 1
  %17 = atomicrmw xchg ptr %9, i8 %16 acquire, align 1
  store i8 %17, ptr %8, align 1
  br label %27

18:
  %19 = load i8, ptr %7, align 1
  %20 = atomicrmw xchg ptr %9, i8 %19 release, align 1
  store i8 %20, ptr %8, align 1
  br label %27

21:
  %22 = load i8, ptr %7, align 1
  %23 = atomicrmw xchg ptr %9, i8 %22 acq_rel, align 1
  store i8 %23, ptr %8, align 1
  br label %27

24:
  %25 = load i8, ptr %7, align 1
  %26 = atomicrmw xchg ptr %9, i8 %25 seq_cst, align 1
  store i8 %26, ptr %8, align 1
  br label %27

27:
  %28 = load i8, ptr %8, align 1
  ret i8 %28
}

define zeroext i1 @__atomic_compare_exchange_1(ptr %0, ptr %1, i8 zeroext %2, i32 %3, i32 %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i8, align 1
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i8, align 1
  %12 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i8 %2, ptr %8, align 1
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  %13 = load ptr, ptr %6, align 8
  %14 = load i32, ptr %9, align 4
  %15 = load ptr, ptr %7, align 8
  %16 = load i8, ptr %8, align 1
  store i8 %16, ptr %11, align 1
  %17 = load i32, ptr %10, align 4
  switch i32 %14, label %18 [
    i32 1, label %19
    i32 2, label %19
    i32 3, label %20
    i32 4, label %21
    i32 5, label %22
  ]

18:
  switch i32 %17, label %26 [
    i32 1, label %32
    i32 2, label %32
    i32 5, label %38
  ]

19:
  switch i32 %17, label %54 [
    i32 1, label %60
    i32 2, label %60
    i32 5, label %66
  ]

20:
  switch i32 %17, label %82 [
    i32 1, label %88
    i32 2, label %88
    i32 5, label %94
  ]

21:
  switch i32 %17, label %110 [
    i32 1, label %116
    i32 2, label %116
    i32 5, label %122
  ]

22:
  switch i32 %17, label %138 [
    i32 1, label %144
    i32 2, label %144
    i32 5, label %150
  ]

23:
  %24 = load i8, ptr %12, align 1
  %25 = trunc i8 %24 to i1
  ret i1 %25

26:
  %27 = load i8, ptr %15, align 1
  %28 = load i8, ptr %11, align 1
  %29 = cmpxchg ptr %13, i8 %27, i8 %28 monotonic monotonic, align 1
  %30 = extractvalue { i8, i1 } %29, 0
  %31 = extractvalue { i8, i1 } %29, 1
  br i1 %31, label %46, label %45

32:
  %33 = load i8, ptr %15, align 1
  %34 = load i8, ptr %11, align 1
  %35 = cmpxchg ptr %13, i8 %33, i8 %34 monotonic acquire, align 1
  %36 = extractvalue { i8, i1 } %35, 0
  %37 = extractvalue { i8, i1 } %35, 1
  br i1 %37, label %49, label %48

38:
  %39 = load i8, ptr %15, align 1
  %40 = load i8, ptr %11, align 1
  %41 = cmpxchg ptr %13, i8 %39, i8 %40 monotonic seq_cst, align 1
  %42 = extractvalue { i8, i1 } %41, 0
  %43 = extractvalue { i8, i1 } %41, 1
  br i1 %43, label %52, label %51

44:
  br label %23

45:
  store i8 %30, ptr %15, align 1
  br label %46

46:
  %47 = zext i1 %31 to i8
  store i8 %47, ptr %12, align 1
  br label %44

48:
  store i8 %36, ptr %15, align 1
  br label %49

49:
  %50 = zext i1 %37 to i8
  store i8 %50, ptr %12, align 1
  br label %44

51:
  store i8 %42, ptr %15, align 1
  br label %52

52:
  %53 = zext i1 %43 to i8
  store i8 %53, ptr %12, align 1
  br label %44

54:
  %55 = load i8, ptr %15, align 1
  %56 = load i8, ptr %11, align 1
  %57 = cmpxchg ptr %13, i8 %55, i8 %56 acquire monotonic, align 1
  %58 = extractvalue { i8, i1 } %57, 0
  %59 = extractvalue { i8, i1 } %57, 1
  br i1 %59, label %74, label %73

60:
  %61 = load i8, ptr %15, align 1
  %62 = load i8, ptr %11, align 1
  %63 = cmpxchg ptr %13, i8 %61, i8 %62 acquire acquire, align 1
  %64 = extractvalue { i8, i1 } %63, 0
  %65 = extractvalue { i8, i1 } %63, 1
  br i1 %65, label %77, label %76

66:
  %67 = load i8, ptr %15, align 1
  %68 = load i8, ptr %11, align 1
  %69 = cmpxchg ptr %13, i8 %67, i8 %68 acquire seq_cst, align 1
  %70 = extractvalue { i8, i1 } %69, 0
  %71 = extractvalue { i8, i1 } %69, 1
  br i1 %71, label %80, label %79

72:
  br label %23

73:
  store i8 %58, ptr %15, align 1
  br label %74

74:
  %75 = zext i1 %59 to i8
  store i8 %75, ptr %12, align 1
  br label %72

76:
  store i8 %64, ptr %15, align 1
  br label %77

77:
  %78 = zext i1 %65 to i8
  store i8 %78, ptr %12, align 1
  br label %72

79:
  store i8 %70, ptr %15, align 1
  br label %80

80:
  %81 = zext i1 %71 to i8
  store i8 %81, ptr %12, align 1
  br label %72

82:
  %83 = load i8, ptr %15, align 1
  %84 = load i8, ptr %11, align 1
  %85 = cmpxchg ptr %13, i8 %83, i8 %84 release monotonic, align 1
  %86 = extractvalue { i8, i1 } %85, 0
  %87 = extractvalue { i8, i1 } %85, 1
  br i1 %87, label %102, label %101

88:
  %89 = load i8, ptr %15, align 1
  %90 = load i8, ptr %11, align 1
  %91 = cmpxchg ptr %13, i8 %89, i8 %90 release acquire, align 1
  %92 = extractvalue { i8, i1 } %91, 0
  %93 = extractvalue { i8, i1 } %91, 1
  br i1 %93, label %105, label %104

94:
  %95 = load i8, ptr %15, align 1
  %96 = load i8, ptr %11, align 1
  %97 = cmpxchg ptr %13, i8 %95, i8 %96 release seq_cst, align 1
  %98 = extractvalue { i8, i1 } %97, 0
  %99 = extractvalue { i8, i1 } %97, 1
  br i1 %99, label %108, label %107

100:
  br label %23

101:
  store i8 %86, ptr %15, align 1
  br label %102

102:
  %103 = zext i1 %87 to i8
  store i8 %103, ptr %12, align 1
  br label %100

104:
  store i8 %92, ptr %15, align 1
  br label %105

105:
  %106 = zext i1 %93 to i8
  store i8 %106, ptr %12, align 1
  br label %100

107:
  store i8 %98, ptr %15, align 1
  br label %108

108:
  %109 = zext i1 %99 to i8
  store i8 %109, ptr %12, align 1
  br label %100

110:
  %111 = load i8, ptr %15, align 1
  %112 = load i8, ptr %11, align 1
  %113 = cmpxchg ptr %13, i8 %111, i8 %112 acq_rel monotonic, align 1
  %114 = extractvalue { i8, i1 } %113, 0
  %115 = extractvalue { i8, i1 } %113, 1
  br i1 %115, label %130, label %129

116:
  %117 = load i8, ptr %15, align 1
  %118 = load i8, ptr %11, align 1
  %119 = cmpxchg ptr %13, i8 %117, i8 %118 acq_rel acquire, align 1
  %120 = extractvalue { i8, i1 } %119, 0
  %121 = extractvalue { i8, i1 } %119, 1
  br i1 %121, label %133, label %132

122:
  %123 = load i8, ptr %15, align 1
  %124 = load i8, ptr %11, align 1
  %125 = cmpxchg ptr %13, i8 %123, i8 %124 acq_rel seq_cst, align 1
  %126 = extractvalue { i8, i1 } %125, 0
  %127 = extractvalue { i8, i1 } %125, 1
  br i1 %127, label %136, label %135

128:
  br label %23

129:
  store i8 %114, ptr %15, align 1
  br label %130

130:
  %131 = zext i1 %115 to i8
  store i8 %131, ptr %12, align 1
  br label %128

132:
  store i8 %120, ptr %15, align 1
  br label %133

133:
  %134 = zext i1 %121 to i8
  store i8 %134, ptr %12, align 1
  br label %128

135:
  store i8 %126, ptr %15, align 1
  br label %136

136:
  %137 = zext i1 %127 to i8
  store i8 %137, ptr %12, align 1
  br label %128

138:
  %139 = load i8, ptr %15, align 1
  %140 = load i8, ptr %11, align 1
  %141 = cmpxchg ptr %13, i8 %139, i8 %140 seq_cst monotonic, align 1
  %142 = extractvalue { i8, i1 } %141, 0
  %143 = extractvalue { i8, i1 } %141, 1
  br i1 %143, label %158, label %157

144:
  %145 = load i8, ptr %15, align 1
  %146 = load i8, ptr %11, align 1
  %147 = cmpxchg ptr %13, i8 %145, i8 %146 seq_cst acquire, align 1
  %148 = extractvalue { i8, i1 } %147, 0
  %149 = extractvalue { i8, i1 } %147, 1
  br i1 %149, label %161, label %160

150:
  %151 = load i8, ptr %15, align 1
  %152 = load i8, ptr %11, align 1
  %153 = cmpxchg ptr %13, i8 %151, i8 %152 seq_cst seq_cst, align 1
  %154 = extractvalue { i8, i1 } %153, 0
  %155 = extractvalue { i8, i1 } %153, 1
  br i1 %155, label %164, label %163

156:
  br label %23

157:
  store i8 %142, ptr %15, align 1
  br label %158

158:
  %159 = zext i1 %143 to i8
  store i8 %159, ptr %12, align 1
  br label %156

160:
  store i8 %148, ptr %15, align 1
  br label %161

161:
  %162 = zext i1 %149 to i8
  store i8 %162, ptr %12, align 1
  br label %156

163:
  store i8 %154, ptr %15, align 1
  br label %164

164:
  %165 = zext i1 %155 to i8
  store i8 %165, ptr %12, align 1
  br label %156
}

define zeroext i8 @__atomic_fetch_add_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i8, ptr %5, align 1
  store i8 %11, ptr %7, align 1
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i8, ptr %7, align 1
  %14 = atomicrmw add ptr %9, i8 %13 monotonic, align 1
  store i8 %14, ptr %8, align 1
  br label %27

15:
  %16 = load i8, ptr %7, align 1
  %17 = atomicrmw add ptr %9, i8 %16 acquire, align 1
  store i8 %17, ptr %8, align 1
  br label %27

18:
  %19 = load i8, ptr %7, align 1
  %20 = atomicrmw add ptr %9, i8 %19 release, align 1
  store i8 %20, ptr %8, align 1
  br label %27

21:
  %22 = load i8, ptr %7, align 1
  %23 = atomicrmw add ptr %9, i8 %22 acq_rel, align 1
  store i8 %23, ptr %8, align 1
  br label %27

24:
  %25 = load i8, ptr %7, align 1
  %26 = atomicrmw add ptr %9, i8 %25 seq_cst, align 1
  store i8 %26, ptr %8, align 1
  br label %27

27:
  %28 = load i8, ptr %8, align 1
  ret i8 %28
}

define zeroext i8 @__atomic_fetch_sub_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i8, ptr %5, align 1
  store i8 %11, ptr %7, align 1
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i8, ptr %7, align 1
  %14 = atomicrmw sub ptr %9, i8 %13 monotonic, align 1
  store i8 %14, ptr %8, align 1
  br label %27

15:
  %16 = load i8, ptr %7, align 1
  %17 = atomicrmw sub ptr %9, i8 %16 acquire, align 1
  store i8 %17, ptr %8, align 1
  br label %27

18:
  %19 = load i8, ptr %7, align 1
  %20 = atomicrmw sub ptr %9, i8 %19 release, align 1
  store i8 %20, ptr %8, align 1
  br label %27

21:
  %22 = load i8, ptr %7, align 1
  %23 = atomicrmw sub ptr %9, i8 %22 acq_rel, align 1
  store i8 %23, ptr %8, align 1
  br label %27

24:
  %25 = load i8, ptr %7, align 1
  %26 = atomicrmw sub ptr %9, i8 %25 seq_cst, align 1
  store i8 %26, ptr %8, align 1
  br label %27

27:
  %28 = load i8, ptr %8, align 1
  ret i8 %28
}

define zeroext i8 @__atomic_fetch_and_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i8, ptr %5, align 1
  store i8 %11, ptr %7, align 1
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i8, ptr %7, align 1
  %14 = atomicrmw and ptr %9, i8 %13 monotonic, align 1
  store i8 %14, ptr %8, align 1
  br label %27

15:
  %16 = load i8, ptr %7, align 1
  %17 = atomicrmw and ptr %9, i8 %16 acquire, align 1
  store i8 %17, ptr %8, align 1
  br label %27

18:
  %19 = load i8, ptr %7, align 1
  %20 = atomicrmw and ptr %9, i8 %19 release, align 1
  store i8 %20, ptr %8, align 1
  br label %27

21:
  %22 = load i8, ptr %7, align 1
  %23 = atomicrmw and ptr %9, i8 %22 acq_rel, align 1
  store i8 %23, ptr %8, align 1
  br label %27

24:
  %25 = load i8, ptr %7, align 1
  %26 = atomicrmw and ptr %9, i8 %25 seq_cst, align 1
  store i8 %26, ptr %8, align 1
  br label %27

27:
  %28 = load i8, ptr %8, align 1
  ret i8 %28
}

define zeroext i8 @__atomic_fetch_or_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i8, ptr %5, align 1
  store i8 %11, ptr %7, align 1
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i8, ptr %7, align 1
  %14 = atomicrmw or ptr %9, i8 %13 monotonic, align 1
  store i8 %14, ptr %8, align 1
  br label %27

15:
  %16 = load i8, ptr %7, align 1
  %17 = atomicrmw or ptr %9, i8 %16 acquire, align 1
  store i8 %17, ptr %8, align 1
  br label %27

18:
  %19 = load i8, ptr %7, align 1
  %20 = atomicrmw or ptr %9, i8 %19 release, align 1
  store i8 %20, ptr %8, align 1
  br label %27

21:
  %22 = load i8, ptr %7, align 1
  %23 = atomicrmw or ptr %9, i8 %22 acq_rel, align 1
  store i8 %23, ptr %8, align 1
  br label %27

24:
  %25 = load i8, ptr %7, align 1
  %26 = atomicrmw or ptr %9, i8 %25 seq_cst, align 1
  store i8 %26, ptr %8, align 1
  br label %27

27:
  %28 = load i8, ptr %8, align 1
  ret i8 %28
}

define zeroext i8 @__atomic_fetch_xor_1(ptr %0, i8 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i8, ptr %5, align 1
  store i8 %11, ptr %7, align 1
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i8, ptr %7, align 1
  %14 = atomicrmw xor ptr %9, i8 %13 monotonic, align 1
  store i8 %14, ptr %8, align 1
  br label %27

15:
  %16 = load i8, ptr %7, align 1
  %17 = atomicrmw xor ptr %9, i8 %16 acquire, align 1
  store i8 %17, ptr %8, align 1
  br label %27

18:
  %19 = load i8, ptr %7, align 1
  %20 = atomicrmw xor ptr %9, i8 %19 release, align 1
  store i8 %20, ptr %8, align 1
  br label %27

21:
  %22 = load i8, ptr %7, align 1
  %23 = atomicrmw xor ptr %9, i8 %22 acq_rel, align 1
  store i8 %23, ptr %8, align 1
  br label %27

24:
  %25 = load i8, ptr %7, align 1
  %26 = atomicrmw xor ptr %9, i8 %25 seq_cst, align 1
  store i8 %26, ptr %8, align 1
  br label %27

27:
  %28 = load i8, ptr %8, align 1
  ret i8 %28
}

define zeroext i16 @__atomic_load_2(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i16, align 2
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = load i32, ptr %4, align 4
  switch i32 %7, label %8 [
    i32 1, label %10
    i32 2, label %10
    i32 5, label %12
  ]

8:
  %9 = load atomic i16, ptr %6 monotonic, align 2
  store i16 %9, ptr %5, align 2
  br label %14

10:
  %11 = load atomic i16, ptr %6 acquire, align 2
  store i16 %11, ptr %5, align 2
  br label %14

12:
  %13 = load atomic i16, ptr %6 seq_cst, align 2
  store i16 %13, ptr %5, align 2
  br label %14

14:
  %15 = load i16, ptr %5, align 2
  ret i16 %15
}

define void @__atomic_store_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = load i32, ptr %6, align 4
  %10 = load i16, ptr %5, align 2
  store i16 %10, ptr %7, align 2
  switch i32 %9, label %11 [
    i32 3, label %13
    i32 5, label %15
  ]

11:
  %12 = load i16, ptr %7, align 2
  store atomic i16 %12, ptr %8 monotonic, align 2
  br label %17

13:
  %14 = load i16, ptr %7, align 2
  store atomic i16 %14, ptr %8 release, align 2
  br label %17

15:
  %16 = load i16, ptr %7, align 2
  store atomic i16 %16, ptr %8 seq_cst, align 2
  br label %17

17:
  ret void
}

define zeroext i16 @__atomic_exchange_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i16, ptr %5, align 2
  store i16 %11, ptr %7, align 2
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i16, ptr %7, align 2
  %14 = atomicrmw xchg ptr %9, i16 %13 monotonic, align 2
  store i16 %14, ptr %8, align 2
  br label %27

15:
  %16 = load i16, ptr %7, align 2
  %17 = atomicrmw xchg ptr %9, i16 %16 acquire, align 2
  store i16 %17, ptr %8, align 2
  br label %27

18:
  %19 = load i16, ptr %7, align 2
  %20 = atomicrmw xchg ptr %9, i16 %19 release, align 2
  store i16 %20, ptr %8, align 2
  br label %27

21:
  %22 = load i16, ptr %7, align 2
  %23 = atomicrmw xchg ptr %9, i16 %22 acq_rel, align 2
  store i16 %23, ptr %8, align 2
  br label %27

24:
  %25 = load i16, ptr %7, align 2
  %26 = atomicrmw xchg ptr %9, i16 %25 seq_cst, align 2
  store i16 %26, ptr %8, align 2
  br label %27

27:
  %28 = load i16, ptr %8, align 2
  ret i16 %28
}

define zeroext i1 @__atomic_compare_exchange_2(ptr %0, ptr %1, i16 zeroext %2, i32 %3, i32 %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i16, align 2
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i16, align 2
  %12 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i16 %2, ptr %8, align 2
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  %13 = load ptr, ptr %6, align 8
  %14 = load i32, ptr %9, align 4
  %15 = load ptr, ptr %7, align 8
  %16 = load i16, ptr %8, align 2
  store i16 %16, ptr %11, align 2
  %17 = load i32, ptr %10, align 4
  switch i32 %14, label %18 [
    i32 1, label %19
    i32 2, label %19
    i32 3, label %20
    i32 4, label %21
    i32 5, label %22
  ]

18:
  switch i32 %17, label %26 [
    i32 1, label %32
    i32 2, label %32
    i32 5, label %38
  ]

19:
  switch i32 %17, label %54 [
    i32 1, label %60
    i32 2, label %60
    i32 5, label %66
  ]

20:
  switch i32 %17, label %82 [
    i32 1, label %88
    i32 2, label %88
    i32 5, label %94
  ]

21:
  switch i32 %17, label %110 [
    i32 1, label %116
    i32 2, label %116
    i32 5, label %122
  ]

22:
  switch i32 %17, label %138 [
    i32 1, label %144
    i32 2, label %144
    i32 5, label %150
  ]

23:
  %24 = load i8, ptr %12, align 1
  %25 = trunc i8 %24 to i1
  ret i1 %25

26:
  %27 = load i16, ptr %15, align 2
  %28 = load i16, ptr %11, align 2
  %29 = cmpxchg ptr %13, i16 %27, i16 %28 monotonic monotonic, align 2
  %30 = extractvalue { i16, i1 } %29, 0
  %31 = extractvalue { i16, i1 } %29, 1
  br i1 %31, label %46, label %45

32:
  %33 = load i16, ptr %15, align 2
  %34 = load i16, ptr %11, align 2
  %35 = cmpxchg ptr %13, i16 %33, i16 %34 monotonic acquire, align 2
  %36 = extractvalue { i16, i1 } %35, 0
  %37 = extractvalue { i16, i1 } %35, 1
  br i1 %37, label %49, label %48

38:
  %39 = load i16, ptr %15, align 2
  %40 = load i16, ptr %11, align 2
  %41 = cmpxchg ptr %13, i16 %39, i16 %40 monotonic seq_cst, align 2
  %42 = extractvalue { i16, i1 } %41, 0
  %43 = extractvalue { i16, i1 } %41, 1
  br i1 %43, label %52, label %51

44:
  br label %23

45:
  store i16 %30, ptr %15, align 2
  br label %46

46:
  %47 = zext i1 %31 to i8
  store i8 %47, ptr %12, align 1
  br label %44

48:
  store i16 %36, ptr %15, align 2
  br label %49

49:
  %50 = zext i1 %37 to i8
  store i8 %50, ptr %12, align 1
  br label %44

51:
  store i16 %42, ptr %15, align 2
  br label %52

52:
  %53 = zext i1 %43 to i8
  store i8 %53, ptr %12, align 1
  br label %44

54:
  %55 = load i16, ptr %15, align 2
  %56 = load i16, ptr %11, align 2
  %57 = cmpxchg ptr %13, i16 %55, i16 %56 acquire monotonic, align 2
  %58 = extractvalue { i16, i1 } %57, 0
  %59 = extractvalue { i16, i1 } %57, 1
  br i1 %59, label %74, label %73

60:
  %61 = load i16, ptr %15, align 2
  %62 = load i16, ptr %11, align 2
  %63 = cmpxchg ptr %13, i16 %61, i16 %62 acquire acquire, align 2
  %64 = extractvalue { i16, i1 } %63, 0
  %65 = extractvalue { i16, i1 } %63, 1
  br i1 %65, label %77, label %76

66:
  %67 = load i16, ptr %15, align 2
  %68 = load i16, ptr %11, align 2
  %69 = cmpxchg ptr %13, i16 %67, i16 %68 acquire seq_cst, align 2
  %70 = extractvalue { i16, i1 } %69, 0
  %71 = extractvalue { i16, i1 } %69, 1
  br i1 %71, label %80, label %79

72:
  br label %23

73:
  store i16 %58, ptr %15, align 2
  br label %74

74:
  %75 = zext i1 %59 to i8
  store i8 %75, ptr %12, align 1
  br label %72

76:
  store i16 %64, ptr %15, align 2
  br label %77

77:
  %78 = zext i1 %65 to i8
  store i8 %78, ptr %12, align 1
  br label %72

79:
  store i16 %70, ptr %15, align 2
  br label %80

80:
  %81 = zext i1 %71 to i8
  store i8 %81, ptr %12, align 1
  br label %72

82:
  %83 = load i16, ptr %15, align 2
  %84 = load i16, ptr %11, align 2
  %85 = cmpxchg ptr %13, i16 %83, i16 %84 release monotonic, align 2
  %86 = extractvalue { i16, i1 } %85, 0
  %87 = extractvalue { i16, i1 } %85, 1
  br i1 %87, label %102, label %101

88:
  %89 = load i16, ptr %15, align 2
  %90 = load i16, ptr %11, align 2
  %91 = cmpxchg ptr %13, i16 %89, i16 %90 release acquire, align 2
  %92 = extractvalue { i16, i1 } %91, 0
  %93 = extractvalue { i16, i1 } %91, 1
  br i1 %93, label %105, label %104

94:
  %95 = load i16, ptr %15, align 2
  %96 = load i16, ptr %11, align 2
  %97 = cmpxchg ptr %13, i16 %95, i16 %96 release seq_cst, align 2
  %98 = extractvalue { i16, i1 } %97, 0
  %99 = extractvalue { i16, i1 } %97, 1
  br i1 %99, label %108, label %107

100:
  br label %23

101:
  store i16 %86, ptr %15, align 2
  br label %102

102:
  %103 = zext i1 %87 to i8
  store i8 %103, ptr %12, align 1
  br label %100

104:
  store i16 %92, ptr %15, align 2
  br label %105

105:
  %106 = zext i1 %93 to i8
  store i8 %106, ptr %12, align 1
  br label %100

107:
  store i16 %98, ptr %15, align 2
  br label %108

108:
  %109 = zext i1 %99 to i8
  store i8 %109, ptr %12, align 1
  br label %100

110:
  %111 = load i16, ptr %15, align 2
  %112 = load i16, ptr %11, align 2
  %113 = cmpxchg ptr %13, i16 %111, i16 %112 acq_rel monotonic, align 2
  %114 = extractvalue { i16, i1 } %113, 0
  %115 = extractvalue { i16, i1 } %113, 1
  br i1 %115, label %130, label %129

116:
  %117 = load i16, ptr %15, align 2
  %118 = load i16, ptr %11, align 2
  %119 = cmpxchg ptr %13, i16 %117, i16 %118 acq_rel acquire, align 2
  %120 = extractvalue { i16, i1 } %119, 0
  %121 = extractvalue { i16, i1 } %119, 1
  br i1 %121, label %133, label %132

122:
  %123 = load i16, ptr %15, align 2
  %124 = load i16, ptr %11, align 2
  %125 = cmpxchg ptr %13, i16 %123, i16 %124 acq_rel seq_cst, align 2
  %126 = extractvalue { i16, i1 } %125, 0
  %127 = extractvalue { i16, i1 } %125, 1
  br i1 %127, label %136, label %135

128:
  br label %23

129:
  store i16 %114, ptr %15, align 2
  br label %130

130:
  %131 = zext i1 %115 to i8
  store i8 %131, ptr %12, align 1
  br label %128

132:
  store i16 %120, ptr %15, align 2
  br label %133

133:
  %134 = zext i1 %121 to i8
  store i8 %134, ptr %12, align 1
  br label %128

135:
  store i16 %126, ptr %15, align 2
  br label %136

136:
  %137 = zext i1 %127 to i8
  store i8 %137, ptr %12, align 1
  br label %128

138:
  %139 = load i16, ptr %15, align 2
  %140 = load i16, ptr %11, align 2
  %141 = cmpxchg ptr %13, i16 %139, i16 %140 seq_cst monotonic, align 2
  %142 = extractvalue { i16, i1 } %141, 0
  %143 = extractvalue { i16, i1 } %141, 1
  br i1 %143, label %158, label %157

144:
  %145 = load i16, ptr %15, align 2
  %146 = load i16, ptr %11, align 2
  %147 = cmpxchg ptr %13, i16 %145, i16 %146 seq_cst acquire, align 2
  %148 = extractvalue { i16, i1 } %147, 0
  %149 = extractvalue { i16, i1 } %147, 1
  br i1 %149, label %161, label %160

150:
  %151 = load i16, ptr %15, align 2
  %152 = load i16, ptr %11, align 2
  %153 = cmpxchg ptr %13, i16 %151, i16 %152 seq_cst seq_cst, align 2
  %154 = extractvalue { i16, i1 } %153, 0
  %155 = extractvalue { i16, i1 } %153, 1
  br i1 %155, label %164, label %163

156:
  br label %23

157:
  store i16 %142, ptr %15, align 2
  br label %158

158:
  %159 = zext i1 %143 to i8
  store i8 %159, ptr %12, align 1
  br label %156

160:
  store i16 %148, ptr %15, align 2
  br label %161

161:
  %162 = zext i1 %149 to i8
  store i8 %162, ptr %12, align 1
  br label %156

163:
  store i16 %154, ptr %15, align 2
  br label %164

164:
  %165 = zext i1 %155 to i8
  store i8 %165, ptr %12, align 1
  br label %156
}

define zeroext i16 @__atomic_fetch_add_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i16, ptr %5, align 2
  store i16 %11, ptr %7, align 2
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i16, ptr %7, align 2
  %14 = atomicrmw add ptr %9, i16 %13 monotonic, align 2
  store i16 %14, ptr %8, align 2
  br label %27

15:
  %16 = load i16, ptr %7, align 2
  %17 = atomicrmw add ptr %9, i16 %16 acquire, align 2
  store i16 %17, ptr %8, align 2
  br label %27

18:
  %19 = load i16, ptr %7, align 2
  %20 = atomicrmw add ptr %9, i16 %19 release, align 2
  store i16 %20, ptr %8, align 2
  br label %27

21:
  %22 = load i16, ptr %7, align 2
  %23 = atomicrmw add ptr %9, i16 %22 acq_rel, align 2
  store i16 %23, ptr %8, align 2
  br label %27

24:
  %25 = load i16, ptr %7, align 2
  %26 = atomicrmw add ptr %9, i16 %25 seq_cst, align 2
  store i16 %26, ptr %8, align 2
  br label %27

27:
  %28 = load i16, ptr %8, align 2
  ret i16 %28
}

define zeroext i16 @__atomic_fetch_sub_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i16, ptr %5, align 2
  store i16 %11, ptr %7, align 2
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i16, ptr %7, align 2
  %14 = atomicrmw sub ptr %9, i16 %13 monotonic, align 2
  store i16 %14, ptr %8, align 2
  br label %27

15:
  %16 = load i16, ptr %7, align 2
  %17 = atomicrmw sub ptr %9, i16 %16 acquire, align 2
  store i16 %17, ptr %8, align 2
  br label %27

18:
  %19 = load i16, ptr %7, align 2
  %20 = atomicrmw sub ptr %9, i16 %19 release, align 2
  store i16 %20, ptr %8, align 2
  br label %27

21:
  %22 = load i16, ptr %7, align 2
  %23 = atomicrmw sub ptr %9, i16 %22 acq_rel, align 2
  store i16 %23, ptr %8, align 2
  br label %27

24:
  %25 = load i16, ptr %7, align 2
  %26 = atomicrmw sub ptr %9, i16 %25 seq_cst, align 2
  store i16 %26, ptr %8, align 2
  br label %27

27:
  %28 = load i16, ptr %8, align 2
  ret i16 %28
}

define zeroext i16 @__atomic_fetch_and_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i16, ptr %5, align 2
  store i16 %11, ptr %7, align 2
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i16, ptr %7, align 2
  %14 = atomicrmw and ptr %9, i16 %13 monotonic, align 2
  store i16 %14, ptr %8, align 2
  br label %27

15:
  %16 = load i16, ptr %7, align 2
  %17 = atomicrmw and ptr %9, i16 %16 acquire, align 2
  store i16 %17, ptr %8, align 2
  br label %27

18:
  %19 = load i16, ptr %7, align 2
  %20 = atomicrmw and ptr %9, i16 %19 release, align 2
  store i16 %20, ptr %8, align 2
  br label %27

21:
  %22 = load i16, ptr %7, align 2
  %23 = atomicrmw and ptr %9, i16 %22 acq_rel, align 2
  store i16 %23, ptr %8, align 2
  br label %27

24:
  %25 = load i16, ptr %7, align 2
  %26 = atomicrmw and ptr %9, i16 %25 seq_cst, align 2
  store i16 %26, ptr %8, align 2
  br label %27

27:
  %28 = load i16, ptr %8, align 2
  ret i16 %28
}

define zeroext i16 @__atomic_fetch_or_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i16, ptr %5, align 2
  store i16 %11, ptr %7, align 2
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i16, ptr %7, align 2
  %14 = atomicrmw or ptr %9, i16 %13 monotonic, align 2
  store i16 %14, ptr %8, align 2
  br label %27

15:
  %16 = load i16, ptr %7, align 2
  %17 = atomicrmw or ptr %9, i16 %16 acquire, align 2
  store i16 %17, ptr %8, align 2
  br label %27

18:
  %19 = load i16, ptr %7, align 2
  %20 = atomicrmw or ptr %9, i16 %19 release, align 2
  store i16 %20, ptr %8, align 2
  br label %27

21:
  %22 = load i16, ptr %7, align 2
  %23 = atomicrmw or ptr %9, i16 %22 acq_rel, align 2
  store i16 %23, ptr %8, align 2
  br label %27

24:
  %25 = load i16, ptr %7, align 2
  %26 = atomicrmw or ptr %9, i16 %25 seq_cst, align 2
  store i16 %26, ptr %8, align 2
  br label %27

27:
  %28 = load i16, ptr %8, align 2
  ret i16 %28
}

define zeroext i16 @__atomic_fetch_xor_2(ptr %0, i16 zeroext %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i16, align 2
  %6 = alloca i32, align 4
  %7 = alloca i16, align 2
  %8 = alloca i16, align 2
  store ptr %0, ptr %4, align 8
  store i16 %1, ptr %5, align 2
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i16, ptr %5, align 2
  store i16 %11, ptr %7, align 2
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i16, ptr %7, align 2
  %14 = atomicrmw xor ptr %9, i16 %13 monotonic, align 2
  store i16 %14, ptr %8, align 2
  br label %27

15:
  %16 = load i16, ptr %7, align 2
  %17 = atomicrmw xor ptr %9, i16 %16 acquire, align 2
  store i16 %17, ptr %8, align 2
  br label %27

18:
  %19 = load i16, ptr %7, align 2
  %20 = atomicrmw xor ptr %9, i16 %19 release, align 2
  store i16 %20, ptr %8, align 2
  br label %27

21:
  %22 = load i16, ptr %7, align 2
  %23 = atomicrmw xor ptr %9, i16 %22 acq_rel, align 2
  store i16 %23, ptr %8, align 2
  br label %27

24:
  %25 = load i16, ptr %7, align 2
  %26 = atomicrmw xor ptr %9, i16 %25 seq_cst, align 2
  store i16 %26, ptr %8, align 2
  br label %27

27:
  %28 = load i16, ptr %8, align 2
  ret i16 %28
}

define i32 @__atomic_load_4(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = load i32, ptr %4, align 4
  switch i32 %7, label %8 [
    i32 1, label %10
    i32 2, label %10
    i32 5, label %12
  ]

8:
  %9 = load atomic i32, ptr %6 monotonic, align 4
  store i32 %9, ptr %5, align 4
  br label %14

10:
  %11 = load atomic i32, ptr %6 acquire, align 4
  store i32 %11, ptr %5, align 4
  br label %14

12:
  %13 = load atomic i32, ptr %6 seq_cst, align 4
  store i32 %13, ptr %5, align 4
  br label %14

14:
  %15 = load i32, ptr %5, align 4
  ret i32 %15
}

define void @__atomic_store_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = load i32, ptr %6, align 4
  %10 = load i32, ptr %5, align 4
  store i32 %10, ptr %7, align 4
  switch i32 %9, label %11 [
    i32 3, label %13
    i32 5, label %15
  ]

11:
  %12 = load i32, ptr %7, align 4
  store atomic i32 %12, ptr %8 monotonic, align 4
  br label %17

13:
  %14 = load i32, ptr %7, align 4
  store atomic i32 %14, ptr %8 release, align 4
  br label %17

15:
  %16 = load i32, ptr %7, align 4
  store atomic i32 %16, ptr %8 seq_cst, align 4
  br label %17

17:
  ret void
}

define i32 @__atomic_exchange_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i32, ptr %5, align 4
  store i32 %11, ptr %7, align 4
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i32, ptr %7, align 4
  %14 = atomicrmw xchg ptr %9, i32 %13 monotonic, align 4
  store i32 %14, ptr %8, align 4
  br label %27

15:
  %16 = load i32, ptr %7, align 4
  %17 = atomicrmw xchg ptr %9, i32 %16 acquire, align 4
  store i32 %17, ptr %8, align 4
  br label %27

18:
  %19 = load i32, ptr %7, align 4
  %20 = atomicrmw xchg ptr %9, i32 %19 release, align 4
  store i32 %20, ptr %8, align 4
  br label %27

21:
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw xchg ptr %9, i32 %22 acq_rel, align 4
  store i32 %23, ptr %8, align 4
  br label %27

24:
  %25 = load i32, ptr %7, align 4
  %26 = atomicrmw xchg ptr %9, i32 %25 seq_cst, align 4
  store i32 %26, ptr %8, align 4
  br label %27

27:
  %28 = load i32, ptr %8, align 4
  ret i32 %28
}

define zeroext i1 @__atomic_compare_exchange_4(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i32 %2, ptr %8, align 4
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  %13 = load ptr, ptr %6, align 8
  %14 = load i32, ptr %9, align 4
  %15 = load ptr, ptr %7, align 8
  %16 = load i32, ptr %8, align 4
  store i32 %16, ptr %11, align 4
  %17 = load i32, ptr %10, align 4
  switch i32 %14, label %18 [
    i32 1, label %19
    i32 2, label %19
    i32 3, label %20
    i32 4, label %21
    i32 5, label %22
  ]

18:
  switch i32 %17, label %26 [
    i32 1, label %32
    i32 2, label %32
    i32 5, label %38
  ]

19:
  switch i32 %17, label %54 [
    i32 1, label %60
    i32 2, label %60
    i32 5, label %66
  ]

20:
  switch i32 %17, label %82 [
    i32 1, label %88
    i32 2, label %88
    i32 5, label %94
  ]

21:
  switch i32 %17, label %110 [
    i32 1, label %116
    i32 2, label %116
    i32 5, label %122
  ]

22:
  switch i32 %17, label %138 [
    i32 1, label %144
    i32 2, label %144
    i32 5, label %150
  ]

23:
  %24 = load i8, ptr %12, align 1
  %25 = trunc i8 %24 to i1
  ret i1 %25

26:
  %27 = load i32, ptr %15, align 4
  %28 = load i32, ptr %11, align 4
  %29 = cmpxchg ptr %13, i32 %27, i32 %28 monotonic monotonic, align 4
  %30 = extractvalue { i32, i1 } %29, 0
  %31 = extractvalue { i32, i1 } %29, 1
  br i1 %31, label %46, label %45

32:
  %33 = load i32, ptr %15, align 4
  %34 = load i32, ptr %11, align 4
  %35 = cmpxchg ptr %13, i32 %33, i32 %34 monotonic acquire, align 4
  %36 = extractvalue { i32, i1 } %35, 0
  %37 = extractvalue { i32, i1 } %35, 1
  br i1 %37, label %49, label %48

38:
  %39 = load i32, ptr %15, align 4
  %40 = load i32, ptr %11, align 4
  %41 = cmpxchg ptr %13, i32 %39, i32 %40 monotonic seq_cst, align 4
  %42 = extractvalue { i32, i1 } %41, 0
  %43 = extractvalue { i32, i1 } %41, 1
  br i1 %43, label %52, label %51

44:
  br label %23

45:
  store i32 %30, ptr %15, align 4
  br label %46

46:
  %47 = zext i1 %31 to i8
  store i8 %47, ptr %12, align 1
  br label %44

48:
  store i32 %36, ptr %15, align 4
  br label %49

49:
  %50 = zext i1 %37 to i8
  store i8 %50, ptr %12, align 1
  br label %44

51:
  store i32 %42, ptr %15, align 4
  br label %52

52:
  %53 = zext i1 %43 to i8
  store i8 %53, ptr %12, align 1
  br label %44

54:
  %55 = load i32, ptr %15, align 4
  %56 = load i32, ptr %11, align 4
  %57 = cmpxchg ptr %13, i32 %55, i32 %56 acquire monotonic, align 4
  %58 = extractvalue { i32, i1 } %57, 0
  %59 = extractvalue { i32, i1 } %57, 1
  br i1 %59, label %74, label %73

60:
  %61 = load i32, ptr %15, align 4
  %62 = load i32, ptr %11, align 4
  %63 = cmpxchg ptr %13, i32 %61, i32 %62 acquire acquire, align 4
  %64 = extractvalue { i32, i1 } %63, 0
  %65 = extractvalue { i32, i1 } %63, 1
  br i1 %65, label %77, label %76

66:
  %67 = load i32, ptr %15, align 4
  %68 = load i32, ptr %11, align 4
  %69 = cmpxchg ptr %13, i32 %67, i32 %68 acquire seq_cst, align 4
  %70 = extractvalue { i32, i1 } %69, 0
  %71 = extractvalue { i32, i1 } %69, 1
  br i1 %71, label %80, label %79

72:
  br label %23

73:
  store i32 %58, ptr %15, align 4
  br label %74

74:
  %75 = zext i1 %59 to i8
  store i8 %75, ptr %12, align 1
  br label %72

76:
  store i32 %64, ptr %15, align 4
  br label %77

77:
  %78 = zext i1 %65 to i8
  store i8 %78, ptr %12, align 1
  br label %72

79:
  store i32 %70, ptr %15, align 4
  br label %80

80:
  %81 = zext i1 %71 to i8
  store i8 %81, ptr %12, align 1
  br label %72

82:
  %83 = load i32, ptr %15, align 4
  %84 = load i32, ptr %11, align 4
  %85 = cmpxchg ptr %13, i32 %83, i32 %84 release monotonic, align 4
  %86 = extractvalue { i32, i1 } %85, 0
  %87 = extractvalue { i32, i1 } %85, 1
  br i1 %87, label %102, label %101

88:
  %89 = load i32, ptr %15, align 4
  %90 = load i32, ptr %11, align 4
  %91 = cmpxchg ptr %13, i32 %89, i32 %90 release acquire, align 4
  %92 = extractvalue { i32, i1 } %91, 0
  %93 = extractvalue { i32, i1 } %91, 1
  br i1 %93, label %105, label %104

94:
  %95 = load i32, ptr %15, align 4
  %96 = load i32, ptr %11, align 4
  %97 = cmpxchg ptr %13, i32 %95, i32 %96 release seq_cst, align 4
  %98 = extractvalue { i32, i1 } %97, 0
  %99 = extractvalue { i32, i1 } %97, 1
  br i1 %99, label %108, label %107

100:
  br label %23

101:
  store i32 %86, ptr %15, align 4
  br label %102

102:
  %103 = zext i1 %87 to i8
  store i8 %103, ptr %12, align 1
  br label %100

104:
  store i32 %92, ptr %15, align 4
  br label %105

105:
  %106 = zext i1 %93 to i8
  store i8 %106, ptr %12, align 1
  br label %100

107:
  store i32 %98, ptr %15, align 4
  br label %108

108:
  %109 = zext i1 %99 to i8
  store i8 %109, ptr %12, align 1
  br label %100

110:
  %111 = load i32, ptr %15, align 4
  %112 = load i32, ptr %11, align 4
  %113 = cmpxchg ptr %13, i32 %111, i32 %112 acq_rel monotonic, align 4
  %114 = extractvalue { i32, i1 } %113, 0
  %115 = extractvalue { i32, i1 } %113, 1
  br i1 %115, label %130, label %129

116:
  %117 = load i32, ptr %15, align 4
  %118 = load i32, ptr %11, align 4
  %119 = cmpxchg ptr %13, i32 %117, i32 %118 acq_rel acquire, align 4
  %120 = extractvalue { i32, i1 } %119, 0
  %121 = extractvalue { i32, i1 } %119, 1
  br i1 %121, label %133, label %132

122:
  %123 = load i32, ptr %15, align 4
  %124 = load i32, ptr %11, align 4
  %125 = cmpxchg ptr %13, i32 %123, i32 %124 acq_rel seq_cst, align 4
  %126 = extractvalue { i32, i1 } %125, 0
  %127 = extractvalue { i32, i1 } %125, 1
  br i1 %127, label %136, label %135

128:
  br label %23

129:
  store i32 %114, ptr %15, align 4
  br label %130

130:
  %131 = zext i1 %115 to i8
  store i8 %131, ptr %12, align 1
  br label %128

132:
  store i32 %120, ptr %15, align 4
  br label %133

133:
  %134 = zext i1 %121 to i8
  store i8 %134, ptr %12, align 1
  br label %128

135:
  store i32 %126, ptr %15, align 4
  br label %136

136:
  %137 = zext i1 %127 to i8
  store i8 %137, ptr %12, align 1
  br label %128

138:
  %139 = load i32, ptr %15, align 4
  %140 = load i32, ptr %11, align 4
  %141 = cmpxchg ptr %13, i32 %139, i32 %140 seq_cst monotonic, align 4
  %142 = extractvalue { i32, i1 } %141, 0
  %143 = extractvalue { i32, i1 } %141, 1
  br i1 %143, label %158, label %157

144:
  %145 = load i32, ptr %15, align 4
  %146 = load i32, ptr %11, align 4
  %147 = cmpxchg ptr %13, i32 %145, i32 %146 seq_cst acquire, align 4
  %148 = extractvalue { i32, i1 } %147, 0
  %149 = extractvalue { i32, i1 } %147, 1
  br i1 %149, label %161, label %160

150:
  %151 = load i32, ptr %15, align 4
  %152 = load i32, ptr %11, align 4
  %153 = cmpxchg ptr %13, i32 %151, i32 %152 seq_cst seq_cst, align 4
  %154 = extractvalue { i32, i1 } %153, 0
  %155 = extractvalue { i32, i1 } %153, 1
  br i1 %155, label %164, label %163

156:
  br label %23

157:
  store i32 %142, ptr %15, align 4
  br label %158

158:
  %159 = zext i1 %143 to i8
  store i8 %159, ptr %12, align 1
  br label %156

160:
  store i32 %148, ptr %15, align 4
  br label %161

161:
  %162 = zext i1 %149 to i8
  store i8 %162, ptr %12, align 1
  br label %156

163:
  store i32 %154, ptr %15, align 4
  br label %164

164:
  %165 = zext i1 %155 to i8
  store i8 %165, ptr %12, align 1
  br label %156
}

define i32 @__atomic_fetch_add_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i32, ptr %5, align 4
  store i32 %11, ptr %7, align 4
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i32, ptr %7, align 4
  %14 = atomicrmw add ptr %9, i32 %13 monotonic, align 4
  store i32 %14, ptr %8, align 4
  br label %27

15:
  %16 = load i32, ptr %7, align 4
  %17 = atomicrmw add ptr %9, i32 %16 acquire, align 4
  store i32 %17, ptr %8, align 4
  br label %27

18:
  %19 = load i32, ptr %7, align 4
  %20 = atomicrmw add ptr %9, i32 %19 release, align 4
  store i32 %20, ptr %8, align 4
  br label %27

21:
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw add ptr %9, i32 %22 acq_rel, align 4
  store i32 %23, ptr %8, align 4
  br label %27

24:
  %25 = load i32, ptr %7, align 4
  %26 = atomicrmw add ptr %9, i32 %25 seq_cst, align 4
  store i32 %26, ptr %8, align 4
  br label %27

27:
  %28 = load i32, ptr %8, align 4
  ret i32 %28
}

define i32 @__atomic_fetch_sub_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i32, ptr %5, align 4
  store i32 %11, ptr %7, align 4
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i32, ptr %7, align 4
  %14 = atomicrmw sub ptr %9, i32 %13 monotonic, align 4
  store i32 %14, ptr %8, align 4
  br label %27

15:
  %16 = load i32, ptr %7, align 4
  %17 = atomicrmw sub ptr %9, i32 %16 acquire, align 4
  store i32 %17, ptr %8, align 4
  br label %27

18:
  %19 = load i32, ptr %7, align 4
  %20 = atomicrmw sub ptr %9, i32 %19 release, align 4
  store i32 %20, ptr %8, align 4
  br label %27

21:
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw sub ptr %9, i32 %22 acq_rel, align 4
  store i32 %23, ptr %8, align 4
  br label %27

24:
  %25 = load i32, ptr %7, align 4
  %26 = atomicrmw sub ptr %9, i32 %25 seq_cst, align 4
  store i32 %26, ptr %8, align 4
  br label %27

27:
  %28 = load i32, ptr %8, align 4
  ret i32 %28
}

define i32 @__atomic_fetch_and_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i32, ptr %5, align 4
  store i32 %11, ptr %7, align 4
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i32, ptr %7, align 4
  %14 = atomicrmw and ptr %9, i32 %13 monotonic, align 4
  store i32 %14, ptr %8, align 4
  br label %27

15:
  %16 = load i32, ptr %7, align 4
  %17 = atomicrmw and ptr %9, i32 %16 acquire, align 4
  store i32 %17, ptr %8, align 4
  br label %27

18:
  %19 = load i32, ptr %7, align 4
  %20 = atomicrmw and ptr %9, i32 %19 release, align 4
  store i32 %20, ptr %8, align 4
  br label %27

21:
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw and ptr %9, i32 %22 acq_rel, align 4
  store i32 %23, ptr %8, align 4
  br label %27

24:
  %25 = load i32, ptr %7, align 4
  %26 = atomicrmw and ptr %9, i32 %25 seq_cst, align 4
  store i32 %26, ptr %8, align 4
  br label %27

27:
  %28 = load i32, ptr %8, align 4
  ret i32 %28
}

define i32 @__atomic_fetch_or_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i32, ptr %5, align 4
  store i32 %11, ptr %7, align 4
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i32, ptr %7, align 4
  %14 = atomicrmw or ptr %9, i32 %13 monotonic, align 4
  store i32 %14, ptr %8, align 4
  br label %27

15:
  %16 = load i32, ptr %7, align 4
  %17 = atomicrmw or ptr %9, i32 %16 acquire, align 4
  store i32 %17, ptr %8, align 4
  br label %27

18:
  %19 = load i32, ptr %7, align 4
  %20 = atomicrmw or ptr %9, i32 %19 release, align 4
  store i32 %20, ptr %8, align 4
  br label %27

21:
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw or ptr %9, i32 %22 acq_rel, align 4
  store i32 %23, ptr %8, align 4
  br label %27

24:
  %25 = load i32, ptr %7, align 4
  %26 = atomicrmw or ptr %9, i32 %25 seq_cst, align 4
  store i32 %26, ptr %8, align 4
  br label %27

27:
  %28 = load i32, ptr %8, align 4
  ret i32 %28
}

define i32 @__atomic_fetch_xor_4(ptr %0, i32 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i32, ptr %5, align 4
  store i32 %11, ptr %7, align 4
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i32, ptr %7, align 4
  %14 = atomicrmw xor ptr %9, i32 %13 monotonic, align 4
  store i32 %14, ptr %8, align 4
  br label %27

15:
  %16 = load i32, ptr %7, align 4
  %17 = atomicrmw xor ptr %9, i32 %16 acquire, align 4
  store i32 %17, ptr %8, align 4
  br label %27

18:
  %19 = load i32, ptr %7, align 4
  %20 = atomicrmw xor ptr %9, i32 %19 release, align 4
  store i32 %20, ptr %8, align 4
  br label %27

21:
  %22 = load i32, ptr %7, align 4
  %23 = atomicrmw xor ptr %9, i32 %22 acq_rel, align 4
  store i32 %23, ptr %8, align 4
  br label %27

24:
  %25 = load i32, ptr %7, align 4
  %26 = atomicrmw xor ptr %9, i32 %25 seq_cst, align 4
  store i32 %26, ptr %8, align 4
  br label %27

27:
  %28 = load i32, ptr %8, align 4
  ret i32 %28
}

define i64 @__atomic_load_8(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %6 = load ptr, ptr %3, align 8
  %7 = load i32, ptr %4, align 4
  switch i32 %7, label %8 [
    i32 1, label %10
    i32 2, label %10
    i32 5, label %12
  ]

8:
  %9 = load atomic i64, ptr %6 monotonic, align 8
  store i64 %9, ptr %5, align 8
  br label %14

10:
  %11 = load atomic i64, ptr %6 acquire, align 8
  store i64 %11, ptr %5, align 8
  br label %14

12:
  %13 = load atomic i64, ptr %6 seq_cst, align 8
  store i64 %13, ptr %5, align 8
  br label %14

14:
  %15 = load i64, ptr %5, align 8
  ret i64 %15
}

define void @__atomic_store_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = load i32, ptr %6, align 4
  %10 = load i64, ptr %5, align 8
  store i64 %10, ptr %7, align 8
  switch i32 %9, label %11 [
    i32 3, label %13
    i32 5, label %15
  ]

11:
  %12 = load i64, ptr %7, align 8
  store atomic i64 %12, ptr %8 monotonic, align 8
  br label %17

13:
  %14 = load i64, ptr %7, align 8
  store atomic i64 %14, ptr %8 release, align 8
  br label %17

15:
  %16 = load i64, ptr %7, align 8
  store atomic i64 %16, ptr %8 seq_cst, align 8
  br label %17

17:
  ret void
}

define i64 @__atomic_exchange_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %7, align 8
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i64, ptr %7, align 8
  %14 = atomicrmw xchg ptr %9, i64 %13 monotonic, align 8
  store i64 %14, ptr %8, align 8
  br label %27

15:
  %16 = load i64, ptr %7, align 8
  %17 = atomicrmw xchg ptr %9, i64 %16 acquire, align 8
  store i64 %17, ptr %8, align 8
  br label %27

18:
  %19 = load i64, ptr %7, align 8
  %20 = atomicrmw xchg ptr %9, i64 %19 release, align 8
  store i64 %20, ptr %8, align 8
  br label %27

21:
  %22 = load i64, ptr %7, align 8
  %23 = atomicrmw xchg ptr %9, i64 %22 acq_rel, align 8
  store i64 %23, ptr %8, align 8
  br label %27

24:
  %25 = load i64, ptr %7, align 8
  %26 = atomicrmw xchg ptr %9, i64 %25 seq_cst, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  ret i64 %28
}

define zeroext i1 @__atomic_compare_exchange_8(ptr %0, ptr %1, i64 %2, i32 %3, i32 %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  %13 = load ptr, ptr %6, align 8
  %14 = load i32, ptr %9, align 4
  %15 = load ptr, ptr %7, align 8
  %16 = load i64, ptr %8, align 8
  store i64 %16, ptr %11, align 8
  %17 = load i32, ptr %10, align 4
  switch i32 %14, label %18 [
    i32 1, label %19
    i32 2, label %19
    i32 3, label %20
    i32 4, label %21
    i32 5, label %22
  ]

18:
  switch i32 %17, label %26 [
    i32 1, label %32
    i32 2, label %32
    i32 5, label %38
  ]

19:
  switch i32 %17, label %54 [
    i32 1, label %60
    i32 2, label %60
    i32 5, label %66
  ]

20:
  switch i32 %17, label %82 [
    i32 1, label %88
    i32 2, label %88
    i32 5, label %94
  ]

21:
  switch i32 %17, label %110 [
    i32 1, label %116
    i32 2, label %116
    i32 5, label %122
  ]

22:
  switch i32 %17, label %138 [
    i32 1, label %144
    i32 2, label %144
    i32 5, label %150
  ]

23:
  %24 = load i8, ptr %12, align 1
  %25 = trunc i8 %24 to i1
  ret i1 %25

26:
  %27 = load i64, ptr %15, align 8
  %28 = load i64, ptr %11, align 8
  %29 = cmpxchg ptr %13, i64 %27, i64 %28 monotonic monotonic, align 8
  %30 = extractvalue { i64, i1 } %29, 0
  %31 = extractvalue { i64, i1 } %29, 1
  br i1 %31, label %46, label %45

32:
  %33 = load i64, ptr %15, align 8
  %34 = load i64, ptr %11, align 8
  %35 = cmpxchg ptr %13, i64 %33, i64 %34 monotonic acquire, align 8
  %36 = extractvalue { i64, i1 } %35, 0
  %37 = extractvalue { i64, i1 } %35, 1
  br i1 %37, label %49, label %48

38:
  %39 = load i64, ptr %15, align 8
  %40 = load i64, ptr %11, align 8
  %41 = cmpxchg ptr %13, i64 %39, i64 %40 monotonic seq_cst, align 8
  %42 = extractvalue { i64, i1 } %41, 0
  %43 = extractvalue { i64, i1 } %41, 1
  br i1 %43, label %52, label %51

44:
  br label %23

45:
  store i64 %30, ptr %15, align 8
  br label %46

46:
  %47 = zext i1 %31 to i8
  store i8 %47, ptr %12, align 1
  br label %44

48:
  store i64 %36, ptr %15, align 8
  br label %49

49:
  %50 = zext i1 %37 to i8
  store i8 %50, ptr %12, align 1
  br label %44

51:
  store i64 %42, ptr %15, align 8
  br label %52

52:
  %53 = zext i1 %43 to i8
  store i8 %53, ptr %12, align 1
  br label %44

54:
  %55 = load i64, ptr %15, align 8
  %56 = load i64, ptr %11, align 8
  %57 = cmpxchg ptr %13, i64 %55, i64 %56 acquire monotonic, align 8
  %58 = extractvalue { i64, i1 } %57, 0
  %59 = extractvalue { i64, i1 } %57, 1
  br i1 %59, label %74, label %73

60:
  %61 = load i64, ptr %15, align 8
  %62 = load i64, ptr %11, align 8
  %63 = cmpxchg ptr %13, i64 %61, i64 %62 acquire acquire, align 8
  %64 = extractvalue { i64, i1 } %63, 0
  %65 = extractvalue { i64, i1 } %63, 1
  br i1 %65, label %77, label %76

66:
  %67 = load i64, ptr %15, align 8
  %68 = load i64, ptr %11, align 8
  %69 = cmpxchg ptr %13, i64 %67, i64 %68 acquire seq_cst, align 8
  %70 = extractvalue { i64, i1 } %69, 0
  %71 = extractvalue { i64, i1 } %69, 1
  br i1 %71, label %80, label %79

72:
  br label %23

73:
  store i64 %58, ptr %15, align 8
  br label %74

74:
  %75 = zext i1 %59 to i8
  store i8 %75, ptr %12, align 1
  br label %72

76:
  store i64 %64, ptr %15, align 8
  br label %77

77:
  %78 = zext i1 %65 to i8
  store i8 %78, ptr %12, align 1
  br label %72

79:
  store i64 %70, ptr %15, align 8
  br label %80

80:
  %81 = zext i1 %71 to i8
  store i8 %81, ptr %12, align 1
  br label %72

82:
  %83 = load i64, ptr %15, align 8
  %84 = load i64, ptr %11, align 8
  %85 = cmpxchg ptr %13, i64 %83, i64 %84 release monotonic, align 8
  %86 = extractvalue { i64, i1 } %85, 0
  %87 = extractvalue { i64, i1 } %85, 1
  br i1 %87, label %102, label %101

88:
  %89 = load i64, ptr %15, align 8
  %90 = load i64, ptr %11, align 8
  %91 = cmpxchg ptr %13, i64 %89, i64 %90 release acquire, align 8
  %92 = extractvalue { i64, i1 } %91, 0
  %93 = extractvalue { i64, i1 } %91, 1
  br i1 %93, label %105, label %104

94:
  %95 = load i64, ptr %15, align 8
  %96 = load i64, ptr %11, align 8
  %97 = cmpxchg ptr %13, i64 %95, i64 %96 release seq_cst, align 8
  %98 = extractvalue { i64, i1 } %97, 0
  %99 = extractvalue { i64, i1 } %97, 1
  br i1 %99, label %108, label %107

100:
  br label %23

101:
  store i64 %86, ptr %15, align 8
  br label %102

102:
  %103 = zext i1 %87 to i8
  store i8 %103, ptr %12, align 1
  br label %100

104:
  store i64 %92, ptr %15, align 8
  br label %105

105:
  %106 = zext i1 %93 to i8
  store i8 %106, ptr %12, align 1
  br label %100

107:
  store i64 %98, ptr %15, align 8
  br label %108

108:
  %109 = zext i1 %99 to i8
  store i8 %109, ptr %12, align 1
  br label %100

110:
  %111 = load i64, ptr %15, align 8
  %112 = load i64, ptr %11, align 8
  %113 = cmpxchg ptr %13, i64 %111, i64 %112 acq_rel monotonic, align 8
  %114 = extractvalue { i64, i1 } %113, 0
  %115 = extractvalue { i64, i1 } %113, 1
  br i1 %115, label %130, label %129

116:
  %117 = load i64, ptr %15, align 8
  %118 = load i64, ptr %11, align 8
  %119 = cmpxchg ptr %13, i64 %117, i64 %118 acq_rel acquire, align 8
  %120 = extractvalue { i64, i1 } %119, 0
  %121 = extractvalue { i64, i1 } %119, 1
  br i1 %121, label %133, label %132

122:
  %123 = load i64, ptr %15, align 8
  %124 = load i64, ptr %11, align 8
  %125 = cmpxchg ptr %13, i64 %123, i64 %124 acq_rel seq_cst, align 8
  %126 = extractvalue { i64, i1 } %125, 0
  %127 = extractvalue { i64, i1 } %125, 1
  br i1 %127, label %136, label %135

128:
  br label %23

129:
  store i64 %114, ptr %15, align 8
  br label %130

130:
  %131 = zext i1 %115 to i8
  store i8 %131, ptr %12, align 1
  br label %128

132:
  store i64 %120, ptr %15, align 8
  br label %133

133:
  %134 = zext i1 %121 to i8
  store i8 %134, ptr %12, align 1
  br label %128

135:
  store i64 %126, ptr %15, align 8
  br label %136

136:
  %137 = zext i1 %127 to i8
  store i8 %137, ptr %12, align 1
  br label %128

138:
  %139 = load i64, ptr %15, align 8
  %140 = load i64, ptr %11, align 8
  %141 = cmpxchg ptr %13, i64 %139, i64 %140 seq_cst monotonic, align 8
  %142 = extractvalue { i64, i1 } %141, 0
  %143 = extractvalue { i64, i1 } %141, 1
  br i1 %143, label %158, label %157

144:
  %145 = load i64, ptr %15, align 8
  %146 = load i64, ptr %11, align 8
  %147 = cmpxchg ptr %13, i64 %145, i64 %146 seq_cst acquire, align 8
  %148 = extractvalue { i64, i1 } %147, 0
  %149 = extractvalue { i64, i1 } %147, 1
  br i1 %149, label %161, label %160

150:
  %151 = load i64, ptr %15, align 8
  %152 = load i64, ptr %11, align 8
  %153 = cmpxchg ptr %13, i64 %151, i64 %152 seq_cst seq_cst, align 8
  %154 = extractvalue { i64, i1 } %153, 0
  %155 = extractvalue { i64, i1 } %153, 1
  br i1 %155, label %164, label %163

156:
  br label %23

157:
  store i64 %142, ptr %15, align 8
  br label %158

158:
  %159 = zext i1 %143 to i8
  store i8 %159, ptr %12, align 1
  br label %156

160:
  store i64 %148, ptr %15, align 8
  br label %161

161:
  %162 = zext i1 %149 to i8
  store i8 %162, ptr %12, align 1
  br label %156

163:
  store i64 %154, ptr %15, align 8
  br label %164

164:
  %165 = zext i1 %155 to i8
  store i8 %165, ptr %12, align 1
  br label %156
}

define i64 @__atomic_fetch_add_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %7, align 8
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i64, ptr %7, align 8
  %14 = atomicrmw add ptr %9, i64 %13 monotonic, align 8
  store i64 %14, ptr %8, align 8
  br label %27

15:
  %16 = load i64, ptr %7, align 8
  %17 = atomicrmw add ptr %9, i64 %16 acquire, align 8
  store i64 %17, ptr %8, align 8
  br label %27

18:
  %19 = load i64, ptr %7, align 8
  %20 = atomicrmw add ptr %9, i64 %19 release, align 8
  store i64 %20, ptr %8, align 8
  br label %27

21:
  %22 = load i64, ptr %7, align 8
  %23 = atomicrmw add ptr %9, i64 %22 acq_rel, align 8
  store i64 %23, ptr %8, align 8
  br label %27

24:
  %25 = load i64, ptr %7, align 8
  %26 = atomicrmw add ptr %9, i64 %25 seq_cst, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  ret i64 %28
}

define i64 @__atomic_fetch_sub_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %7, align 8
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i64, ptr %7, align 8
  %14 = atomicrmw sub ptr %9, i64 %13 monotonic, align 8
  store i64 %14, ptr %8, align 8
  br label %27

15:
  %16 = load i64, ptr %7, align 8
  %17 = atomicrmw sub ptr %9, i64 %16 acquire, align 8
  store i64 %17, ptr %8, align 8
  br label %27

18:
  %19 = load i64, ptr %7, align 8
  %20 = atomicrmw sub ptr %9, i64 %19 release, align 8
  store i64 %20, ptr %8, align 8
  br label %27

21:
  %22 = load i64, ptr %7, align 8
  %23 = atomicrmw sub ptr %9, i64 %22 acq_rel, align 8
  store i64 %23, ptr %8, align 8
  br label %27

24:
  %25 = load i64, ptr %7, align 8
  %26 = atomicrmw sub ptr %9, i64 %25 seq_cst, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  ret i64 %28
}

define i64 @__atomic_fetch_and_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %7, align 8
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i64, ptr %7, align 8
  %14 = atomicrmw and ptr %9, i64 %13 monotonic, align 8
  store i64 %14, ptr %8, align 8
  br label %27

15:
  %16 = load i64, ptr %7, align 8
  %17 = atomicrmw and ptr %9, i64 %16 acquire, align 8
  store i64 %17, ptr %8, align 8
  br label %27

18:
  %19 = load i64, ptr %7, align 8
  %20 = atomicrmw and ptr %9, i64 %19 release, align 8
  store i64 %20, ptr %8, align 8
  br label %27

21:
  %22 = load i64, ptr %7, align 8
  %23 = atomicrmw and ptr %9, i64 %22 acq_rel, align 8
  store i64 %23, ptr %8, align 8
  br label %27

24:
  %25 = load i64, ptr %7, align 8
  %26 = atomicrmw and ptr %9, i64 %25 seq_cst, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  ret i64 %28
}

define i64 @__atomic_fetch_or_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %7, align 8
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i64, ptr %7, align 8
  %14 = atomicrmw or ptr %9, i64 %13 monotonic, align 8
  store i64 %14, ptr %8, align 8
  br label %27

15:
  %16 = load i64, ptr %7, align 8
  %17 = atomicrmw or ptr %9, i64 %16 acquire, align 8
  store i64 %17, ptr %8, align 8
  br label %27

18:
  %19 = load i64, ptr %7, align 8
  %20 = atomicrmw or ptr %9, i64 %19 release, align 8
  store i64 %20, ptr %8, align 8
  br label %27

21:
  %22 = load i64, ptr %7, align 8
  %23 = atomicrmw or ptr %9, i64 %22 acq_rel, align 8
  store i64 %23, ptr %8, align 8
  br label %27

24:
  %25 = load i64, ptr %7, align 8
  %26 = atomicrmw or ptr %9, i64 %25 seq_cst, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  ret i64 %28
}

define i64 @__atomic_fetch_xor_8(ptr %0, i64 %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load i32, ptr %6, align 4
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %7, align 8
  switch i32 %10, label %12 [
    i32 1, label %15
    i32 2, label %15
    i32 3, label %18
    i32 4, label %21
    i32 5, label %24
  ]

12:
  %13 = load i64, ptr %7, align 8
  %14 = atomicrmw xor ptr %9, i64 %13 monotonic, align 8
  store i64 %14, ptr %8, align 8
  br label %27

15:
  %16 = load i64, ptr %7, align 8
  %17 = atomicrmw xor ptr %9, i64 %16 acquire, align 8
  store i64 %17, ptr %8, align 8
  br label %27

18:
  %19 = load i64, ptr %7, align 8
  %20 = atomicrmw xor ptr %9, i64 %19 release, align 8
  store i64 %20, ptr %8, align 8
  br label %27

21:
  %22 = load i64, ptr %7, align 8
  %23 = atomicrmw xor ptr %9, i64 %22 acq_rel, align 8
  store i64 %23, ptr %8, align 8
  br label %27

24:
  %25 = load i64, ptr %7, align 8
  %26 = atomicrmw xor ptr %9, i64 %25 seq_cst, align 8
  store i64 %26, ptr %8, align 8
  br label %27

27:
  %28 = load i64, ptr %8, align 8
  ret i64 %28
}

define ptr @_Znwm(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @__selvedge_heap_new(i64 %3)
  ret ptr %4
}

declare ptr @__selvedge_heap_new(i64)

define ptr @_Znam(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @__selvedge_heap_new_array(i64 %3)
  ret ptr %4
}

declare ptr @__selvedge_heap_new_array(i64)

define ptr @_ZnwmRKSt9nothrow_t(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = call i32 @__sv_no_memory()
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %8

7:
  br label %11

8:
  %9 = load i64, ptr %3, align 8
  %10 = call ptr @__selvedge_heap_new(i64 %9)
  br label %11

11:
  %12 = phi ptr [ null, %7 ], [ %10, %8 ]
  ret ptr %12
}

define ptr @_ZnamRKSt9nothrow_t(i64 %0, ptr %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = call i32 @__sv_no_memory()
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %8

7:
  br label %11

8:
  %9 = load i64, ptr %3, align 8
  %10 = call ptr @__selvedge_heap_new_array(i64 %9)
  br label %11

11:
  %12 = phi ptr [ null, %7 ], [ %10, %8 ]
  ret ptr %12
}

define ptr @_ZnwmSt11align_val_t(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = call ptr @__selvedge_heap_alloc(i64 %5, i32 0)
  ret ptr %6
}

define ptr @_ZnamSt11align_val_t(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = call ptr @__selvedge_heap_alloc(i64 %5, i32 0)
  ret ptr %6
}

define void @_ZdlPv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__selvedge_heap_delete(ptr %3)
  ret void
}

declare void @__selvedge_heap_delete(ptr)

define void @_ZdaPv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__selvedge_heap_delete_array(ptr %3)
  ret void
}

declare void @__selvedge_heap_delete_array(ptr)

define void @_ZdlPvm(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_delete(ptr %5)
  ret void
}

define void @_ZdaPvm(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_delete_array(ptr %5)
  ret void
}

define void @_ZdlPvRKSt9nothrow_t(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_delete(ptr %5)
  ret void
}

define void @_ZdaPvRKSt9nothrow_t(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_delete_array(ptr %5)
  ret void
}

define void @_ZdlPvSt11align_val_t(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_free(ptr %5)
  ret void
}

define void @_ZdaPvSt11align_val_t(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @__selvedge_heap_free(ptr %5)
  ret void
}

define void @_ZdlPvmSt11align_val_t(ptr %0, i64 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  call void @__selvedge_heap_free(ptr %7)
  ret void
}

define void @_ZdaPvmSt11align_val_t(ptr %0, i64 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  call void @__selvedge_heap_free(ptr %7)
  ret void
}

define i32 @__cxa_guard_acquire(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call zeroext i1 @__selvedge_once_begin(ptr %3)
  %5 = zext i1 %4 to i32
  ret i32 %5
}

declare zeroext i1 @__selvedge_once_begin(ptr)

define void @__cxa_guard_release(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i8, align 1
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  store i8 1, ptr %3, align 1
  %5 = load i8, ptr %3, align 1
  store atomic i8 %5, ptr %4 release, align 1
  %6 = load ptr, ptr %2, align 8
  call void @__selvedge_once_end(ptr %6)
  ret void
}

declare void @__selvedge_once_end(ptr)

define void @__cxa_guard_abort(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.64)
  unreachable
}

define void @__cxa_pure_virtual() {
  call void @__selvedge_assert_fail(ptr @.str.65)
  unreachable
}

define void @__cxa_deleted_virtual() {
  call void @__selvedge_assert_fail(ptr @.str.66)
  unreachable
}

define void @_ZSt9terminatev() {
  call void @__selvedge_assert_fail(ptr @.str.67)
  unreachable
}

define void @_ZSt21__glibcxx_assert_failPKciS0_S0_(ptr %0, i32 %1, ptr %2, ptr %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  call void @__selvedge_precondition_fail()
  unreachable
}

declare void @__selvedge_precondition_fail()

define zeroext i1 @_ZSt18uncaught_exceptionv() {
  ret i1 false
}

define i32 @_ZSt19uncaught_exceptionsv() {
  ret i32 0
}

define ptr @__cxa_allocate_exception(i64 %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_free_exception(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_throw(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_rethrow() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define ptr @__cxa_begin_catch(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define ptr @__cxa_get_exception_ptr(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_end_catch() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_call_unexpected(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_bad_cast() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_bad_typeid() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @__cxa_throw_bad_array_new_length() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_Unwind_Resume(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt20__throw_system_errori(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt17__throw_bad_allocv() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt28__throw_bad_array_new_lengthv() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt16__throw_bad_castv() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt18__throw_bad_typeidv() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt25__throw_bad_function_callv() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt21__throw_bad_exceptionv() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt19__throw_logic_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt20__throw_domain_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt24__throw_invalid_argumentPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt20__throw_length_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt20__throw_out_of_rangePKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt24__throw_out_of_range_fmtPKcz(ptr %0, ...) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt21__throw_runtime_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt19__throw_range_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt22__throw_overflow_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt23__throw_underflow_errorPKc(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt20__throw_future_errori(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define i32 @__gxx_personality_v0() {
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSt15__exception_ptr13exception_ptrC1EPv(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZSt17current_exceptionv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store ptr null, ptr %3, align 8
  ret void
}

define ptr @__cxa_init_primary_exception(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  call void @__selvedge_unsupported(ptr @.str.68)
  unreachable
}

define void @_ZNSaIcEC1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSaIcEC2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSaIcEC1ERKS_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  ret void
}

define void @_ZNSaIcEC2ERKS_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  ret void
}

define void @_ZNSaIcED1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSaIcED2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define ptr @__dynamic_cast(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i64 %3, ptr %8, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load ptr, ptr %13, align 8
  store ptr %14, ptr %9, align 8
  store ptr null, ptr %10, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = load ptr, ptr %9, align 8
  %17 = getelementptr inbounds ptr, ptr %16, i64 -2
  %18 = load ptr, ptr %17, align 8
  %19 = ptrtoint ptr %18 to i64
  %20 = getelementptr inbounds i8, ptr %15, i64 %19
  store ptr %20, ptr %11, align 8
  %21 = load ptr, ptr %9, align 8
  %22 = getelementptr inbounds ptr, ptr %21, i64 -1
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %11, align 8
  %25 = load ptr, ptr %7, align 8
  %26 = call i32 @__sv_find_base(ptr %23, ptr %24, ptr %25, ptr %10)
  store i32 %26, ptr %12, align 4
  %27 = load i32, ptr %12, align 4
  %28 = icmp sgt i32 %27, 1
  br i1 %28, label %29, label %30

29:
  call void @__selvedge_unsupported(ptr @.str.69)
  unreachable

30:
  %31 = load ptr, ptr %10, align 8
  ret ptr %31
}

define internal i32 @__sv_find_base(ptr %0, ptr %1, ptr %2, ptr %3) {
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = load ptr, ptr %8, align 8
  %16 = icmp eq ptr %14, %15
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %7, align 8
  %19 = load ptr, ptr %9, align 8
  store ptr %18, ptr %19, align 8
  store i32 1, ptr %5, align 4
  br label %92

20:
  %21 = load ptr, ptr %6, align 8
  %22 = getelementptr inbounds nuw %struct.__sv_type, ptr %21, i32 0, i32 0
  %23 = load ptr, ptr %22, align 8
  %24 = icmp eq ptr %23, getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2)
  br i1 %24, label %25, label %33

25:
  %26 = load ptr, ptr %6, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_type, ptr %26, i32 0, i32 2
  %28 = load ptr, ptr %27, align 8
  %29 = load ptr, ptr %7, align 8
  %30 = load ptr, ptr %8, align 8
  %31 = load ptr, ptr %9, align 8
  %32 = call i32 @__sv_find_base(ptr %28, ptr %29, ptr %30, ptr %31)
  store i32 %32, ptr %5, align 4
  br label %92

33:
  %34 = load ptr, ptr %6, align 8
  %35 = getelementptr inbounds nuw %struct.__sv_type, ptr %34, i32 0, i32 0
  %36 = load ptr, ptr %35, align 8
  %37 = icmp ne ptr %36, getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2)
  br i1 %37, label %38, label %39

38:
  store i32 0, ptr %5, align 4
  br label %92

39:
  %40 = load ptr, ptr %6, align 8
  store ptr %40, ptr %10, align 8
  store i32 0, ptr %11, align 4
  store i32 0, ptr %12, align 4
  br label %41

41:
  %42 = load i32, ptr %12, align 4
  %43 = load ptr, ptr %10, align 8
  %44 = getelementptr inbounds nuw %struct.__sv_many_bases, ptr %43, i32 0, i32 3
  %45 = load i32, ptr %44, align 4
  %46 = icmp ult i32 %42, %45
  br i1 %46, label %47, label %90

47:
  %48 = load ptr, ptr %10, align 8
  %49 = getelementptr inbounds nuw %struct.__sv_many_bases, ptr %48, i32 0, i32 4
  %50 = load i32, ptr %12, align 4
  %51 = zext i32 %50 to i64
  %52 = getelementptr inbounds nuw [0 x %struct.anon], ptr %49, i64 0, i64 %51
  %53 = getelementptr inbounds nuw %struct.anon, ptr %52, i32 0, i32 1
  %54 = load i64, ptr %53, align 8
  %55 = ashr i64 %54, 8
  store i64 %55, ptr %13, align 8
  %56 = load ptr, ptr %10, align 8
  %57 = getelementptr inbounds nuw %struct.__sv_many_bases, ptr %56, i32 0, i32 4
  %58 = load i32, ptr %12, align 4
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds nuw [0 x %struct.anon], ptr %57, i64 0, i64 %59
  %61 = getelementptr inbounds nuw %struct.anon, ptr %60, i32 0, i32 1
  %62 = load i64, ptr %61, align 8
  %63 = and i64 %62, 1
  %64 = icmp ne i64 %63, 0
  br i1 %64, label %65, label %71

65:
  %66 = load ptr, ptr %7, align 8
  %67 = load ptr, ptr %66, align 8
  %68 = load i64, ptr %13, align 8
  %69 = getelementptr inbounds i8, ptr %67, i64 %68
  %70 = load i64, ptr %69, align 8
  store i64 %70, ptr %13, align 8
  br label %71

71:
  %72 = load ptr, ptr %10, align 8
  %73 = getelementptr inbounds nuw %struct.__sv_many_bases, ptr %72, i32 0, i32 4
  %74 = load i32, ptr %12, align 4
  %75 = zext i32 %74 to i64
  %76 = getelementptr inbounds nuw [0 x %struct.anon], ptr %73, i64 0, i64 %75
  %77 = getelementptr inbounds nuw %struct.anon, ptr %76, i32 0, i32 0
  %78 = load ptr, ptr %77, align 8
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr %13, align 8
  %81 = getelementptr inbounds i8, ptr %79, i64 %80
  %82 = load ptr, ptr %8, align 8
  %83 = load ptr, ptr %9, align 8
  %84 = call i32 @__sv_find_base(ptr %78, ptr %81, ptr %82, ptr %83)
  %85 = load i32, ptr %11, align 4
  %86 = add nsw i32 %85, %84
  store i32 %86, ptr %11, align 4
  br label %87

87:
  %88 = load i32, ptr %12, align 4
  %89 = add i32 %88, 1
  store i32 %89, ptr %12, align 4
  br label %41

90:
  %91 = load i32, ptr %11, align 4
  store i32 %91, ptr %5, align 4
  br label %92

92:
  %93 = load i32, ptr %5, align 4
  ret i32 %93
}

define zeroext i1 @_ZNKSt9type_infoeqERKS_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = icmp eq ptr %5, %6
  ret i1 %7
}

define zeroext i1 @_ZNKSt9type_infoneERKS_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = icmp ne ptr %5, %6
  ret i1 %7
}

define void @_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  ret void
}

define i32 @_ZNSt13random_device9_M_getvalEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = call i32 @__selvedge_nondet_i32(ptr @.str.70)
  ret i32 %3
}

define void @_ZNSt13random_device7_M_finiEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr null, ptr %10, align 8
  %11 = load ptr, ptr %7, align 8
  %12 = call i64 @__selvedge_thread_create(ptr @__sv_thread_main, ptr %11)
  %13 = load ptr, ptr %4, align 8
  store i64 %12, ptr %13, align 8
  ret void
}

define internal ptr @__sv_thread_main(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load ptr, ptr %4, align 8
  store ptr %5, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds ptr, ptr %6, i64 2
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr %2, align 8
  call void %8(ptr %9)
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds ptr, ptr %10, i64 1
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %2, align 8
  call void %12(ptr %13)
  ret ptr null
}

define void @_ZNSt6thread6_StateD0Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__selvedge_heap_delete(ptr %3)
  ret void
}

define void @_ZNSt6thread6_StateD1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSt6thread6_StateD2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSt6thread4joinEv(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca %struct.selvedge_joined, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %7, label %8

7:
  br label %18

8:
  %9 = load ptr, ptr %2, align 8
  %10 = load i64, ptr %9, align 8
  %11 = call { i32, ptr } @__selvedge_thread_join(i64 %10)
  %12 = getelementptr inbounds nuw { i32, ptr }, ptr %3, i32 0, i32 0
  %13 = extractvalue { i32, ptr } %11, 0
  store i32 %13, ptr %12, align 8
  %14 = getelementptr inbounds nuw { i32, ptr }, ptr %3, i32 0, i32 1
  %15 = extractvalue { i32, ptr } %11, 1
  store ptr %15, ptr %14, align 8
  %16 = getelementptr inbounds nuw %struct.selvedge_joined, ptr %3, i32 0, i32 0
  %17 = load i32, ptr %16, align 8
  br label %18

18:
  %19 = phi i32 [ 22, %7 ], [ %17, %8 ]
  call void @__sv_thread_must(i32 %19)
  %20 = load ptr, ptr %2, align 8
  store i64 0, ptr %20, align 8
  ret void
}

define internal void @__sv_thread_must(i32 %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %5, label %6

5:
  call void @__selvedge_unsupported(ptr @.str.125)
  unreachable

6:
  ret void
}

define void @_ZNSt6thread6detachEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %6, label %7

6:
  br label %11

7:
  %8 = load ptr, ptr %2, align 8
  %9 = load i64, ptr %8, align 8
  %10 = call i32 @__selvedge_thread_detach(i64 %9)
  br label %11

11:
  %12 = phi i32 [ 22, %6 ], [ %10, %7 ]
  call void @__sv_thread_must(i32 %12)
  %13 = load ptr, ptr %2, align 8
  store i64 0, ptr %13, align 8
  ret void
}

define i32 @_ZNSt6thread20hardware_concurrencyEv() {
  %1 = call i32 @__sv_processors()
  ret i32 %1
}

define void @_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE(i64 %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  call void @__selvedge_yield()
  ret void
}

define void @_ZNSt18condition_variableC1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_init(ptr %3)
  ret void
}

define void @_ZNSt18condition_variableC2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_init(ptr %3)
  ret void
}

define void @_ZNSt18condition_variableD1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_destroy(ptr %3)
  ret void
}

define void @_ZNSt18condition_variableD2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_destroy(ptr %3)
  ret void
}

define void @_ZNSt18condition_variable10notify_oneEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_signal(ptr %3)
  ret void
}

define void @_ZNSt18condition_variable10notify_allEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @__selvedge_cond_broadcast(ptr %3)
  ret void
}

define void @_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = load ptr, ptr %6, align 8
  %8 = call i32 @__selvedge_cond_wait(ptr %5, ptr %7)
  ret void
}

define void @_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  call void @__selvedge_unsupported(ptr @.str.71)
  unreachable
}

define void @_ZNSt22condition_variable_anyC1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  call void @__selvedge_unsupported(ptr @.str.72)
  unreachable
}

define void @__once_proxy() {
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @_ZSt11__once_call)
  %2 = load ptr, ptr %1, align 8
  call void %2()
  ret void
}

define i64 @_ZNSt6chrono3_V212steady_clock3nowEv() {
  %1 = call i64 @__sv_nanoseconds()
  ret i64 %1
}

define internal i64 @__sv_nanoseconds() {
  %1 = alloca %struct.timespec, align 8
  %2 = call { i64, i64 } @__sv_now()
  %3 = getelementptr inbounds nuw { i64, i64 }, ptr %1, i32 0, i32 0
  %4 = extractvalue { i64, i64 } %2, 0
  store i64 %4, ptr %3, align 8
  %5 = getelementptr inbounds nuw { i64, i64 }, ptr %1, i32 0, i32 1
  %6 = extractvalue { i64, i64 } %2, 1
  store i64 %6, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.timespec, ptr %1, i32 0, i32 0
  %8 = load i64, ptr %7, align 8
  %9 = mul nsw i64 %8, 1000000000
  %10 = getelementptr inbounds nuw %struct.timespec, ptr %1, i32 0, i32 1
  %11 = load i64, ptr %10, align 8
  %12 = add nsw i64 %9, %11
  ret i64 %12
}

define i64 @_ZNSt6chrono3_V212system_clock3nowEv() {
  %1 = call i64 @__sv_nanoseconds()
  ret i64 %1
}

define ptr @_ZNSt3_V216generic_categoryEv() {
  ret ptr @__sv_generic
}

define ptr @_ZNSt3_V215system_categoryEv() {
  ret ptr @__sv_system
}

define zeroext i1 @_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(ptr %0, ptr %1, i32 %2, i1 zeroext %3, i64 %4, i64 %5) {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i8, align 1
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca %struct.timespec, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i32 %2, ptr %9, align 4
  %14 = zext i1 %3 to i8
  store i8 %14, ptr %10, align 1
  store i64 %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %15 = getelementptr inbounds nuw %struct.timespec, ptr %13, i32 0, i32 0
  %16 = load i64, ptr %11, align 8
  store i64 %16, ptr %15, align 8
  %17 = getelementptr inbounds nuw %struct.timespec, ptr %13, i32 0, i32 1
  %18 = load i64, ptr %12, align 8
  store i64 %18, ptr %17, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i32, ptr %9, align 4
  %21 = load i8, ptr %10, align 1
  %22 = trunc i8 %21 to i1
  br i1 %22, label %23, label %24

23:
  br label %25

24:
  br label %25

25:
  %26 = phi ptr [ %13, %23 ], [ null, %24 ]
  %27 = call i64 @__sv_futex_wait(ptr %19, i32 %20, ptr %26)
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %33, label %29

29:
  %30 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  %31 = load i32, ptr %30, align 4
  %32 = icmp ne i32 %31, 110
  br label %33

33:
  %34 = phi i1 [ true, %25 ], [ %32, %29 ]
  ret i1 %34
}

define internal i64 @__sv_futex_wait(ptr %0, i32 %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  store i32 0, ptr %7, align 4
  %9 = call i32 @__selvedge_mutex_lock(ptr @__sv_futex_lock)
  %10 = load ptr, ptr %4, align 8
  %11 = load atomic i32, ptr %10 monotonic, align 4
  store i32 %11, ptr %8, align 4
  %12 = load i32, ptr %8, align 4
  %13 = load i32, ptr %5, align 4
  %14 = icmp ne i32 %12, %13
  br i1 %14, label %15, label %16

15:
  store i32 11, ptr %7, align 4
  br label %26

16:
  %17 = load ptr, ptr %6, align 8
  %18 = icmp ne ptr %17, null
  br i1 %18, label %19, label %22

19:
  %20 = load ptr, ptr %4, align 8
  %21 = call i32 @__selvedge_cond_timedwait(ptr %20, ptr @__sv_futex_lock)
  store i32 %21, ptr %7, align 4
  br label %25

22:
  %23 = load ptr, ptr %4, align 8
  %24 = call i32 @__selvedge_cond_wait(ptr %23, ptr @__sv_futex_lock)
  br label %25

25:
  br label %26

26:
  %27 = call i32 @__selvedge_mutex_unlock(ptr @__sv_futex_lock)
  %28 = load i32, ptr %7, align 4
  %29 = call i32 @__sv_result(i32 %28)
  %30 = sext i32 %29 to i64
  ret i64 %30
}

define zeroext i1 @_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(ptr %0, ptr %1, i32 %2, i1 zeroext %3, i64 %4, i64 %5) {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i8, align 1
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca %struct.timespec, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i32 %2, ptr %9, align 4
  %14 = zext i1 %3 to i8
  store i8 %14, ptr %10, align 1
  store i64 %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  %15 = getelementptr inbounds nuw %struct.timespec, ptr %13, i32 0, i32 0
  %16 = load i64, ptr %11, align 8
  store i64 %16, ptr %15, align 8
  %17 = getelementptr inbounds nuw %struct.timespec, ptr %13, i32 0, i32 1
  %18 = load i64, ptr %12, align 8
  store i64 %18, ptr %17, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load i32, ptr %9, align 4
  %21 = load i8, ptr %10, align 1
  %22 = trunc i8 %21 to i1
  br i1 %22, label %23, label %24

23:
  br label %25

24:
  br label %25

25:
  %26 = phi ptr [ %13, %23 ], [ null, %24 ]
  %27 = call i64 @__sv_futex_wait(ptr %19, i32 %20, ptr %26)
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %33, label %29

29:
  %30 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @__sv_errno)
  %31 = load i32, ptr %30, align 4
  %32 = icmp ne i32 %31, 110
  br label %33

33:
  %34 = phi i1 [ true, %25 ], [ %32, %29 ]
  ret i1 %34
}

define void @_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @__sv_futex_wake(ptr %3, i32 2147483647)
  ret void
}

define internal i64 @__sv_futex_wake(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %7 = call i32 @__selvedge_mutex_lock(ptr @__sv_futex_lock)
  %8 = load i32, ptr %4, align 4
  %9 = icmp ugt i32 %8, 64
  br i1 %9, label %10, label %13

10:
  %11 = load ptr, ptr %3, align 8
  %12 = call i32 @__selvedge_cond_broadcast(ptr %11)
  br label %25

13:
  store i32 0, ptr %5, align 4
  br label %14

14:
  %15 = load i32, ptr %5, align 4
  %16 = load i32, ptr %4, align 4
  %17 = icmp ult i32 %15, %16
  br i1 %17, label %18, label %24

18:
  %19 = load ptr, ptr %3, align 8
  %20 = call i32 @__selvedge_cond_signal(ptr %19)
  br label %21

21:
  %22 = load i32, ptr %5, align 4
  %23 = add i32 %22, 1
  store i32 %23, ptr %5, align 4
  br label %14

24:
  br label %25

25:
  %26 = call i32 @__selvedge_mutex_unlock(ptr @__sv_futex_lock)
  %27 = call i32 @__selvedge_nondet_i32(ptr @.str.126)
  store i32 %27, ptr %6, align 4
  %28 = load i32, ptr %6, align 4
  %29 = load i32, ptr %4, align 4
  %30 = icmp ult i32 %28, %29
  br i1 %30, label %31, label %33

31:
  %32 = load i32, ptr %6, align 4
  br label %35

33:
  %34 = load i32, ptr %4, align 4
  br label %35

35:
  %36 = phi i32 [ %32, %31 ], [ %34, %33 ]
  %37 = zext i32 %36 to i64
  ret i64 %37
}

define void @_ZNSt13__future_base12_Result_baseC2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds ptr, ptr %3, i64 1
  store ptr null, ptr %4, align 8
  ret void
}

define void @_ZNSt13__future_base12_Result_baseD2Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define ptr @_ZSt15future_categoryv() {
  ret ptr @__sv_generic
}

define void @_ZNSt10_Sp_lockerC1EPKv(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = call i32 @__selvedge_mutex_lock(ptr @__sv_pointer_lock)
  ret void
}

define void @_ZNSt10_Sp_lockerC1EPKvS1_(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = call i32 @__selvedge_mutex_lock(ptr @__sv_pointer_lock)
  ret void
}

define void @_ZNSt10_Sp_lockerD1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = call i32 @__selvedge_mutex_unlock(ptr @__sv_pointer_lock)
  ret void
}

define ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_tree_next(ptr %3)
  ret ptr %4
}

define internal ptr @__sv_tree_next(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %5, i32 0, i32 3
  %7 = load ptr, ptr %6, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %24

9:
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %10, i32 0, i32 3
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %3, align 8
  br label %13

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %14, i32 0, i32 2
  %16 = load ptr, ptr %15, align 8
  %17 = icmp ne ptr %16, null
  br i1 %17, label %18, label %22

18:
  %19 = load ptr, ptr %3, align 8
  %20 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %19, i32 0, i32 2
  %21 = load ptr, ptr %20, align 8
  store ptr %21, ptr %3, align 8
  br label %13

22:
  %23 = load ptr, ptr %3, align 8
  store ptr %23, ptr %2, align 8
  br label %51

24:
  %25 = load ptr, ptr %3, align 8
  %26 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %25, i32 0, i32 1
  %27 = load ptr, ptr %26, align 8
  store ptr %27, ptr %4, align 8
  br label %28

28:
  %29 = load ptr, ptr %3, align 8
  %30 = load ptr, ptr %4, align 8
  %31 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %30, i32 0, i32 3
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %29, %32
  br i1 %33, label %34, label %39

34:
  %35 = load ptr, ptr %4, align 8
  store ptr %35, ptr %3, align 8
  %36 = load ptr, ptr %4, align 8
  %37 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %36, i32 0, i32 1
  %38 = load ptr, ptr %37, align 8
  store ptr %38, ptr %4, align 8
  br label %28

39:
  %40 = load ptr, ptr %3, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %40, i32 0, i32 3
  %42 = load ptr, ptr %41, align 8
  %43 = load ptr, ptr %4, align 8
  %44 = icmp ne ptr %42, %43
  br i1 %44, label %45, label %47

45:
  %46 = load ptr, ptr %4, align 8
  br label %49

47:
  %48 = load ptr, ptr %3, align 8
  br label %49

49:
  %50 = phi ptr [ %46, %45 ], [ %48, %47 ]
  store ptr %50, ptr %2, align 8
  br label %51

51:
  %52 = load ptr, ptr %2, align 8
  ret ptr %52
}

define ptr @_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_tree_next(ptr %3)
  ret ptr %4
}

define ptr @_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_tree_previous(ptr %3)
  ret ptr %4
}

define internal ptr @__sv_tree_previous(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %5, i32 0, i32 0
  %7 = load i32, ptr %6, align 8
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %21

9:
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %10, i32 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %12, i32 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = icmp eq ptr %14, %15
  br i1 %16, label %17, label %21

17:
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %18, i32 0, i32 3
  %20 = load ptr, ptr %19, align 8
  store ptr %20, ptr %2, align 8
  br label %58

21:
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %22, i32 0, i32 2
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %26, label %41

26:
  %27 = load ptr, ptr %3, align 8
  %28 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %27, i32 0, i32 2
  %29 = load ptr, ptr %28, align 8
  store ptr %29, ptr %3, align 8
  br label %30

30:
  %31 = load ptr, ptr %3, align 8
  %32 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %31, i32 0, i32 3
  %33 = load ptr, ptr %32, align 8
  %34 = icmp ne ptr %33, null
  br i1 %34, label %35, label %39

35:
  %36 = load ptr, ptr %3, align 8
  %37 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %36, i32 0, i32 3
  %38 = load ptr, ptr %37, align 8
  store ptr %38, ptr %3, align 8
  br label %30

39:
  %40 = load ptr, ptr %3, align 8
  store ptr %40, ptr %2, align 8
  br label %58

41:
  %42 = load ptr, ptr %3, align 8
  %43 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %42, i32 0, i32 1
  %44 = load ptr, ptr %43, align 8
  store ptr %44, ptr %4, align 8
  br label %45

45:
  %46 = load ptr, ptr %3, align 8
  %47 = load ptr, ptr %4, align 8
  %48 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %47, i32 0, i32 2
  %49 = load ptr, ptr %48, align 8
  %50 = icmp eq ptr %46, %49
  br i1 %50, label %51, label %56

51:
  %52 = load ptr, ptr %4, align 8
  store ptr %52, ptr %3, align 8
  %53 = load ptr, ptr %4, align 8
  %54 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %53, i32 0, i32 1
  %55 = load ptr, ptr %54, align 8
  store ptr %55, ptr %4, align 8
  br label %45

56:
  %57 = load ptr, ptr %4, align 8
  store ptr %57, ptr %2, align 8
  br label %58

58:
  %59 = load ptr, ptr %2, align 8
  ret ptr %59
}

define ptr @_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @__sv_tree_previous(ptr %3)
  ret ptr %4
}

define void @_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(i1 zeroext %0, ptr %1, ptr %2, ptr %3) {
  %5 = alloca i8, align 1
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = zext i1 %0 to i8
  store i8 %12, ptr %5, align 1
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %13 = load ptr, ptr %7, align 8
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %14, i32 0, i32 1
  store ptr %13, ptr %15, align 8
  %16 = load ptr, ptr %6, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %16, i32 0, i32 3
  store ptr null, ptr %17, align 8
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %18, i32 0, i32 2
  store ptr null, ptr %19, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %20, i32 0, i32 0
  store i32 0, ptr %21, align 8
  %22 = load i8, ptr %5, align 1
  %23 = trunc i8 %22 to i1
  br i1 %23, label %24, label %50

24:
  %25 = load ptr, ptr %6, align 8
  %26 = load ptr, ptr %7, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %26, i32 0, i32 2
  store ptr %25, ptr %27, align 8
  %28 = load ptr, ptr %7, align 8
  %29 = load ptr, ptr %8, align 8
  %30 = icmp eq ptr %28, %29
  br i1 %30, label %31, label %38

31:
  %32 = load ptr, ptr %6, align 8
  %33 = load ptr, ptr %8, align 8
  %34 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %33, i32 0, i32 1
  store ptr %32, ptr %34, align 8
  %35 = load ptr, ptr %6, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %36, i32 0, i32 3
  store ptr %35, ptr %37, align 8
  br label %49

38:
  %39 = load ptr, ptr %7, align 8
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %40, i32 0, i32 2
  %42 = load ptr, ptr %41, align 8
  %43 = icmp eq ptr %39, %42
  br i1 %43, label %44, label %48

44:
  %45 = load ptr, ptr %6, align 8
  %46 = load ptr, ptr %8, align 8
  %47 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %46, i32 0, i32 2
  store ptr %45, ptr %47, align 8
  br label %48

48:
  br label %49

49:
  br label %64

50:
  %51 = load ptr, ptr %6, align 8
  %52 = load ptr, ptr %7, align 8
  %53 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %52, i32 0, i32 3
  store ptr %51, ptr %53, align 8
  %54 = load ptr, ptr %7, align 8
  %55 = load ptr, ptr %8, align 8
  %56 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %55, i32 0, i32 3
  %57 = load ptr, ptr %56, align 8
  %58 = icmp eq ptr %54, %57
  br i1 %58, label %59, label %63

59:
  %60 = load ptr, ptr %6, align 8
  %61 = load ptr, ptr %8, align 8
  %62 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %61, i32 0, i32 3
  store ptr %60, ptr %62, align 8
  br label %63

63:
  br label %64

64:
  br label %65

65:
  %66 = load ptr, ptr %6, align 8
  %67 = load ptr, ptr %8, align 8
  %68 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %67, i32 0, i32 1
  %69 = load ptr, ptr %68, align 8
  %70 = icmp ne ptr %66, %69
  br i1 %70, label %71, label %78

71:
  %72 = load ptr, ptr %6, align 8
  %73 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %72, i32 0, i32 1
  %74 = load ptr, ptr %73, align 8
  %75 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %74, i32 0, i32 0
  %76 = load i32, ptr %75, align 8
  %77 = icmp eq i32 %76, 0
  br label %78

78:
  %79 = phi i1 [ false, %65 ], [ %77, %71 ]
  br i1 %79, label %80, label %163

80:
  %81 = load ptr, ptr %6, align 8
  %82 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %81, i32 0, i32 1
  %83 = load ptr, ptr %82, align 8
  %84 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %83, i32 0, i32 1
  %85 = load ptr, ptr %84, align 8
  store ptr %85, ptr %9, align 8
  %86 = load ptr, ptr %6, align 8
  %87 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %86, i32 0, i32 1
  %88 = load ptr, ptr %87, align 8
  %89 = load ptr, ptr %9, align 8
  %90 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %89, i32 0, i32 2
  %91 = load ptr, ptr %90, align 8
  %92 = icmp eq ptr %88, %91
  %93 = zext i1 %92 to i32
  store i32 %93, ptr %10, align 4
  %94 = load i32, ptr %10, align 4
  %95 = icmp ne i32 %94, 0
  br i1 %95, label %96, label %100

96:
  %97 = load ptr, ptr %9, align 8
  %98 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %97, i32 0, i32 3
  %99 = load ptr, ptr %98, align 8
  br label %104

100:
  %101 = load ptr, ptr %9, align 8
  %102 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %101, i32 0, i32 2
  %103 = load ptr, ptr %102, align 8
  br label %104

104:
  %105 = phi ptr [ %99, %96 ], [ %103, %100 ]
  store ptr %105, ptr %11, align 8
  %106 = load ptr, ptr %11, align 8
  %107 = icmp ne ptr %106, null
  br i1 %107, label %108, label %123

108:
  %109 = load ptr, ptr %11, align 8
  %110 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %109, i32 0, i32 0
  %111 = load i32, ptr %110, align 8
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %113, label %123

113:
  %114 = load ptr, ptr %6, align 8
  %115 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %114, i32 0, i32 1
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %116, i32 0, i32 0
  store i32 1, ptr %117, align 8
  %118 = load ptr, ptr %11, align 8
  %119 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %118, i32 0, i32 0
  store i32 1, ptr %119, align 8
  %120 = load ptr, ptr %9, align 8
  %121 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %120, i32 0, i32 0
  store i32 0, ptr %121, align 8
  %122 = load ptr, ptr %9, align 8
  store ptr %122, ptr %6, align 8
  br label %162

123:
  %124 = load ptr, ptr %6, align 8
  %125 = load i32, ptr %10, align 4
  %126 = icmp ne i32 %125, 0
  br i1 %126, label %127, label %133

127:
  %128 = load ptr, ptr %6, align 8
  %129 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %128, i32 0, i32 1
  %130 = load ptr, ptr %129, align 8
  %131 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %130, i32 0, i32 3
  %132 = load ptr, ptr %131, align 8
  br label %139

133:
  %134 = load ptr, ptr %6, align 8
  %135 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %134, i32 0, i32 1
  %136 = load ptr, ptr %135, align 8
  %137 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %136, i32 0, i32 2
  %138 = load ptr, ptr %137, align 8
  br label %139

139:
  %140 = phi ptr [ %132, %127 ], [ %138, %133 ]
  %141 = icmp eq ptr %124, %140
  br i1 %141, label %142, label %149

142:
  %143 = load ptr, ptr %6, align 8
  %144 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %143, i32 0, i32 1
  %145 = load ptr, ptr %144, align 8
  store ptr %145, ptr %6, align 8
  %146 = load ptr, ptr %8, align 8
  %147 = load ptr, ptr %6, align 8
  %148 = load i32, ptr %10, align 4
  call void @__sv_tree_rotate(ptr %146, ptr %147, i32 %148)
  br label %149

149:
  %150 = load ptr, ptr %6, align 8
  %151 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %150, i32 0, i32 1
  %152 = load ptr, ptr %151, align 8
  %153 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %152, i32 0, i32 0
  store i32 1, ptr %153, align 8
  %154 = load ptr, ptr %9, align 8
  %155 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %154, i32 0, i32 0
  store i32 0, ptr %155, align 8
  %156 = load ptr, ptr %8, align 8
  %157 = load ptr, ptr %9, align 8
  %158 = load i32, ptr %10, align 4
  %159 = icmp ne i32 %158, 0
  %160 = xor i1 %159, true
  %161 = zext i1 %160 to i32
  call void @__sv_tree_rotate(ptr %156, ptr %157, i32 %161)
  br label %162

162:
  br label %65

163:
  %164 = load ptr, ptr %8, align 8
  %165 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %164, i32 0, i32 1
  %166 = load ptr, ptr %165, align 8
  %167 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %166, i32 0, i32 0
  store i32 1, ptr %167, align 8
  ret void
}

define internal void @__sv_tree_rotate(ptr %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load i32, ptr %6, align 4
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %15

11:
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %12, i32 0, i32 3
  %14 = load ptr, ptr %13, align 8
  br label %19

15:
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %16, i32 0, i32 2
  %18 = load ptr, ptr %17, align 8
  br label %19

19:
  %20 = phi ptr [ %14, %11 ], [ %18, %15 ]
  store ptr %20, ptr %7, align 8
  %21 = load i32, ptr %6, align 4
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %27

23:
  %24 = load ptr, ptr %7, align 8
  %25 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %24, i32 0, i32 2
  %26 = load ptr, ptr %25, align 8
  br label %31

27:
  %28 = load ptr, ptr %7, align 8
  %29 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %28, i32 0, i32 3
  %30 = load ptr, ptr %29, align 8
  br label %31

31:
  %32 = phi ptr [ %26, %23 ], [ %30, %27 ]
  store ptr %32, ptr %8, align 8
  %33 = load i32, ptr %6, align 4
  %34 = icmp ne i32 %33, 0
  br i1 %34, label %35, label %39

35:
  %36 = load ptr, ptr %8, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %37, i32 0, i32 3
  store ptr %36, ptr %38, align 8
  br label %43

39:
  %40 = load ptr, ptr %8, align 8
  %41 = load ptr, ptr %5, align 8
  %42 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %41, i32 0, i32 2
  store ptr %40, ptr %42, align 8
  br label %43

43:
  %44 = load ptr, ptr %8, align 8
  %45 = icmp ne ptr %44, null
  br i1 %45, label %46, label %50

46:
  %47 = load ptr, ptr %5, align 8
  %48 = load ptr, ptr %8, align 8
  %49 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %48, i32 0, i32 1
  store ptr %47, ptr %49, align 8
  br label %50

50:
  %51 = load ptr, ptr %4, align 8
  %52 = load ptr, ptr %5, align 8
  %53 = load ptr, ptr %7, align 8
  call void @__sv_tree_replace(ptr %51, ptr %52, ptr %53)
  %54 = load ptr, ptr %5, align 8
  %55 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %54, i32 0, i32 1
  %56 = load ptr, ptr %55, align 8
  %57 = load ptr, ptr %7, align 8
  %58 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %57, i32 0, i32 1
  store ptr %56, ptr %58, align 8
  %59 = load i32, ptr %6, align 4
  %60 = icmp ne i32 %59, 0
  br i1 %60, label %61, label %65

61:
  %62 = load ptr, ptr %5, align 8
  %63 = load ptr, ptr %7, align 8
  %64 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %63, i32 0, i32 2
  store ptr %62, ptr %64, align 8
  br label %69

65:
  %66 = load ptr, ptr %5, align 8
  %67 = load ptr, ptr %7, align 8
  %68 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %67, i32 0, i32 3
  store ptr %66, ptr %68, align 8
  br label %69

69:
  %70 = load ptr, ptr %7, align 8
  %71 = load ptr, ptr %5, align 8
  %72 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %71, i32 0, i32 1
  store ptr %70, ptr %72, align 8
  ret void
}

define ptr @_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %9, i32 0, i32 0
  %11 = load i32, ptr %10, align 8
  store i32 %11, ptr %7, align 4
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %12, i32 0, i32 2
  %14 = load ptr, ptr %13, align 8
  %15 = icmp ne ptr %14, null
  br i1 %15, label %16, label %21

16:
  %17 = load ptr, ptr %3, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %17, i32 0, i32 3
  %19 = load ptr, ptr %18, align 8
  %20 = icmp ne ptr %19, null
  br i1 %20, label %42, label %21

21:
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %22, i32 0, i32 2
  %24 = load ptr, ptr %23, align 8
  %25 = icmp ne ptr %24, null
  br i1 %25, label %26, label %30

26:
  %27 = load ptr, ptr %3, align 8
  %28 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %27, i32 0, i32 2
  %29 = load ptr, ptr %28, align 8
  br label %34

30:
  %31 = load ptr, ptr %3, align 8
  %32 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %31, i32 0, i32 3
  %33 = load ptr, ptr %32, align 8
  br label %34

34:
  %35 = phi ptr [ %29, %26 ], [ %33, %30 ]
  store ptr %35, ptr %5, align 8
  %36 = load ptr, ptr %3, align 8
  %37 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %36, i32 0, i32 1
  %38 = load ptr, ptr %37, align 8
  store ptr %38, ptr %6, align 8
  %39 = load ptr, ptr %4, align 8
  %40 = load ptr, ptr %3, align 8
  %41 = load ptr, ptr %5, align 8
  call void @__sv_tree_splice(ptr %39, ptr %40, ptr %41)
  br label %116

42:
  %43 = load ptr, ptr %3, align 8
  %44 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %43, i32 0, i32 3
  %45 = load ptr, ptr %44, align 8
  store ptr %45, ptr %8, align 8
  br label %46

46:
  %47 = load ptr, ptr %8, align 8
  %48 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %47, i32 0, i32 2
  %49 = load ptr, ptr %48, align 8
  %50 = icmp ne ptr %49, null
  br i1 %50, label %51, label %55

51:
  %52 = load ptr, ptr %8, align 8
  %53 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %52, i32 0, i32 2
  %54 = load ptr, ptr %53, align 8
  store ptr %54, ptr %8, align 8
  br label %46

55:
  %56 = load ptr, ptr %8, align 8
  %57 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %56, i32 0, i32 3
  %58 = load ptr, ptr %57, align 8
  store ptr %58, ptr %5, align 8
  %59 = load ptr, ptr %8, align 8
  %60 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %59, i32 0, i32 0
  %61 = load i32, ptr %60, align 8
  store i32 %61, ptr %7, align 4
  %62 = load ptr, ptr %3, align 8
  %63 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %62, i32 0, i32 2
  %64 = load ptr, ptr %63, align 8
  %65 = load ptr, ptr %8, align 8
  %66 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %65, i32 0, i32 2
  store ptr %64, ptr %66, align 8
  %67 = load ptr, ptr %8, align 8
  %68 = load ptr, ptr %3, align 8
  %69 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %68, i32 0, i32 2
  %70 = load ptr, ptr %69, align 8
  %71 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %70, i32 0, i32 1
  store ptr %67, ptr %71, align 8
  %72 = load ptr, ptr %8, align 8
  store ptr %72, ptr %6, align 8
  %73 = load ptr, ptr %8, align 8
  %74 = load ptr, ptr %3, align 8
  %75 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %74, i32 0, i32 3
  %76 = load ptr, ptr %75, align 8
  %77 = icmp ne ptr %73, %76
  br i1 %77, label %78, label %102

78:
  %79 = load ptr, ptr %8, align 8
  %80 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %79, i32 0, i32 1
  %81 = load ptr, ptr %80, align 8
  store ptr %81, ptr %6, align 8
  %82 = load ptr, ptr %5, align 8
  %83 = icmp ne ptr %82, null
  br i1 %83, label %84, label %88

84:
  %85 = load ptr, ptr %6, align 8
  %86 = load ptr, ptr %5, align 8
  %87 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %86, i32 0, i32 1
  store ptr %85, ptr %87, align 8
  br label %88

88:
  %89 = load ptr, ptr %5, align 8
  %90 = load ptr, ptr %6, align 8
  %91 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %90, i32 0, i32 2
  store ptr %89, ptr %91, align 8
  %92 = load ptr, ptr %3, align 8
  %93 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %92, i32 0, i32 3
  %94 = load ptr, ptr %93, align 8
  %95 = load ptr, ptr %8, align 8
  %96 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %95, i32 0, i32 3
  store ptr %94, ptr %96, align 8
  %97 = load ptr, ptr %8, align 8
  %98 = load ptr, ptr %3, align 8
  %99 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %98, i32 0, i32 3
  %100 = load ptr, ptr %99, align 8
  %101 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %100, i32 0, i32 1
  store ptr %97, ptr %101, align 8
  br label %102

102:
  %103 = load ptr, ptr %4, align 8
  %104 = load ptr, ptr %3, align 8
  %105 = load ptr, ptr %8, align 8
  call void @__sv_tree_replace(ptr %103, ptr %104, ptr %105)
  %106 = load ptr, ptr %3, align 8
  %107 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %106, i32 0, i32 1
  %108 = load ptr, ptr %107, align 8
  %109 = load ptr, ptr %8, align 8
  %110 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %109, i32 0, i32 1
  store ptr %108, ptr %110, align 8
  %111 = load ptr, ptr %3, align 8
  %112 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %111, i32 0, i32 0
  %113 = load i32, ptr %112, align 8
  %114 = load ptr, ptr %8, align 8
  %115 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %114, i32 0, i32 0
  store i32 %113, ptr %115, align 8
  br label %116

116:
  %117 = load i32, ptr %7, align 4
  %118 = icmp eq i32 %117, 1
  br i1 %118, label %119, label %123

119:
  %120 = load ptr, ptr %4, align 8
  %121 = load ptr, ptr %5, align 8
  %122 = load ptr, ptr %6, align 8
  call void @__sv_tree_repair(ptr %120, ptr %121, ptr %122)
  br label %123

123:
  %124 = load ptr, ptr %3, align 8
  ret ptr %124
}

define internal void @__sv_tree_splice(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = load ptr, ptr %6, align 8
  store ptr %8, ptr %7, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %11, label %17

11:
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %12, i32 0, i32 1
  %14 = load ptr, ptr %13, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %15, i32 0, i32 1
  store ptr %14, ptr %16, align 8
  br label %17

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load ptr, ptr %5, align 8
  %20 = load ptr, ptr %6, align 8
  call void @__sv_tree_replace(ptr %18, ptr %19, ptr %20)
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %21, i32 0, i32 2
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %5, align 8
  %25 = icmp eq ptr %23, %24
  br i1 %25, label %26, label %54

26:
  br label %27

27:
  %28 = load ptr, ptr %7, align 8
  %29 = icmp ne ptr %28, null
  br i1 %29, label %30, label %35

30:
  %31 = load ptr, ptr %7, align 8
  %32 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %31, i32 0, i32 2
  %33 = load ptr, ptr %32, align 8
  %34 = icmp ne ptr %33, null
  br label %35

35:
  %36 = phi i1 [ false, %27 ], [ %34, %30 ]
  br i1 %36, label %37, label %41

37:
  %38 = load ptr, ptr %7, align 8
  %39 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %38, i32 0, i32 2
  %40 = load ptr, ptr %39, align 8
  store ptr %40, ptr %7, align 8
  br label %27

41:
  %42 = load ptr, ptr %7, align 8
  %43 = icmp ne ptr %42, null
  br i1 %43, label %44, label %46

44:
  %45 = load ptr, ptr %7, align 8
  br label %50

46:
  %47 = load ptr, ptr %5, align 8
  %48 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %47, i32 0, i32 1
  %49 = load ptr, ptr %48, align 8
  br label %50

50:
  %51 = phi ptr [ %45, %44 ], [ %49, %46 ]
  %52 = load ptr, ptr %4, align 8
  %53 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %52, i32 0, i32 2
  store ptr %51, ptr %53, align 8
  br label %54

54:
  %55 = load ptr, ptr %6, align 8
  store ptr %55, ptr %7, align 8
  %56 = load ptr, ptr %4, align 8
  %57 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %56, i32 0, i32 3
  %58 = load ptr, ptr %57, align 8
  %59 = load ptr, ptr %5, align 8
  %60 = icmp eq ptr %58, %59
  br i1 %60, label %61, label %89

61:
  br label %62

62:
  %63 = load ptr, ptr %7, align 8
  %64 = icmp ne ptr %63, null
  br i1 %64, label %65, label %70

65:
  %66 = load ptr, ptr %7, align 8
  %67 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %66, i32 0, i32 3
  %68 = load ptr, ptr %67, align 8
  %69 = icmp ne ptr %68, null
  br label %70

70:
  %71 = phi i1 [ false, %62 ], [ %69, %65 ]
  br i1 %71, label %72, label %76

72:
  %73 = load ptr, ptr %7, align 8
  %74 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %73, i32 0, i32 3
  %75 = load ptr, ptr %74, align 8
  store ptr %75, ptr %7, align 8
  br label %62

76:
  %77 = load ptr, ptr %7, align 8
  %78 = icmp ne ptr %77, null
  br i1 %78, label %79, label %81

79:
  %80 = load ptr, ptr %7, align 8
  br label %85

81:
  %82 = load ptr, ptr %5, align 8
  %83 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %82, i32 0, i32 1
  %84 = load ptr, ptr %83, align 8
  br label %85

85:
  %86 = phi ptr [ %80, %79 ], [ %84, %81 ]
  %87 = load ptr, ptr %4, align 8
  %88 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %87, i32 0, i32 3
  store ptr %86, ptr %88, align 8
  br label %89

89:
  ret void
}

define internal void @__sv_tree_replace(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %7, i32 0, i32 1
  %9 = load ptr, ptr %8, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = icmp eq ptr %9, %10
  br i1 %11, label %12, label %16

12:
  %13 = load ptr, ptr %6, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %14, i32 0, i32 1
  store ptr %13, ptr %15, align 8
  br label %37

16:
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %17, i32 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %19, i32 0, i32 2
  %21 = load ptr, ptr %20, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = icmp eq ptr %21, %22
  br i1 %23, label %24, label %30

24:
  %25 = load ptr, ptr %6, align 8
  %26 = load ptr, ptr %5, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %26, i32 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %28, i32 0, i32 2
  store ptr %25, ptr %29, align 8
  br label %36

30:
  %31 = load ptr, ptr %6, align 8
  %32 = load ptr, ptr %5, align 8
  %33 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %32, i32 0, i32 1
  %34 = load ptr, ptr %33, align 8
  %35 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %34, i32 0, i32 3
  store ptr %31, ptr %35, align 8
  br label %36

36:
  br label %37

37:
  ret void
}

define internal void @__sv_tree_repair(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  br label %9

9:
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %11, i32 0, i32 1
  %13 = load ptr, ptr %12, align 8
  %14 = icmp ne ptr %10, %13
  br i1 %14, label %15, label %19

15:
  %16 = load ptr, ptr %5, align 8
  %17 = call i32 @__sv_tree_black(ptr %16)
  %18 = icmp ne i32 %17, 0
  br label %19

19:
  %20 = phi i1 [ false, %9 ], [ %18, %15 ]
  br i1 %20, label %21, label %156

21:
  %22 = load ptr, ptr %5, align 8
  %23 = load ptr, ptr %6, align 8
  %24 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %23, i32 0, i32 2
  %25 = load ptr, ptr %24, align 8
  %26 = icmp eq ptr %22, %25
  %27 = zext i1 %26 to i32
  store i32 %27, ptr %7, align 4
  %28 = load i32, ptr %7, align 4
  %29 = icmp ne i32 %28, 0
  br i1 %29, label %30, label %34

30:
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %31, i32 0, i32 3
  %33 = load ptr, ptr %32, align 8
  br label %38

34:
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %35, i32 0, i32 2
  %37 = load ptr, ptr %36, align 8
  br label %38

38:
  %39 = phi ptr [ %33, %30 ], [ %37, %34 ]
  store ptr %39, ptr %8, align 8
  %40 = load ptr, ptr %8, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %40, i32 0, i32 0
  %42 = load i32, ptr %41, align 8
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %44, label %64

44:
  %45 = load ptr, ptr %8, align 8
  %46 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %45, i32 0, i32 0
  store i32 1, ptr %46, align 8
  %47 = load ptr, ptr %6, align 8
  %48 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %47, i32 0, i32 0
  store i32 0, ptr %48, align 8
  %49 = load ptr, ptr %4, align 8
  %50 = load ptr, ptr %6, align 8
  %51 = load i32, ptr %7, align 4
  call void @__sv_tree_rotate(ptr %49, ptr %50, i32 %51)
  %52 = load i32, ptr %7, align 4
  %53 = icmp ne i32 %52, 0
  br i1 %53, label %54, label %58

54:
  %55 = load ptr, ptr %6, align 8
  %56 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %55, i32 0, i32 3
  %57 = load ptr, ptr %56, align 8
  br label %62

58:
  %59 = load ptr, ptr %6, align 8
  %60 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %59, i32 0, i32 2
  %61 = load ptr, ptr %60, align 8
  br label %62

62:
  %63 = phi ptr [ %57, %54 ], [ %61, %58 ]
  store ptr %63, ptr %8, align 8
  br label %64

64:
  %65 = load ptr, ptr %8, align 8
  %66 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %65, i32 0, i32 2
  %67 = load ptr, ptr %66, align 8
  %68 = call i32 @__sv_tree_black(ptr %67)
  %69 = icmp ne i32 %68, 0
  br i1 %69, label %70, label %83

70:
  %71 = load ptr, ptr %8, align 8
  %72 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %71, i32 0, i32 3
  %73 = load ptr, ptr %72, align 8
  %74 = call i32 @__sv_tree_black(ptr %73)
  %75 = icmp ne i32 %74, 0
  br i1 %75, label %76, label %83

76:
  %77 = load ptr, ptr %8, align 8
  %78 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %77, i32 0, i32 0
  store i32 0, ptr %78, align 8
  %79 = load ptr, ptr %6, align 8
  store ptr %79, ptr %5, align 8
  %80 = load ptr, ptr %6, align 8
  %81 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %80, i32 0, i32 1
  %82 = load ptr, ptr %81, align 8
  store ptr %82, ptr %6, align 8
  br label %9

83:
  %84 = load i32, ptr %7, align 4
  %85 = icmp ne i32 %84, 0
  br i1 %85, label %86, label %90

86:
  %87 = load ptr, ptr %8, align 8
  %88 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %87, i32 0, i32 3
  %89 = load ptr, ptr %88, align 8
  br label %94

90:
  %91 = load ptr, ptr %8, align 8
  %92 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %91, i32 0, i32 2
  %93 = load ptr, ptr %92, align 8
  br label %94

94:
  %95 = phi ptr [ %89, %86 ], [ %93, %90 ]
  %96 = call i32 @__sv_tree_black(ptr %95)
  %97 = icmp ne i32 %96, 0
  br i1 %97, label %98, label %132

98:
  %99 = load i32, ptr %7, align 4
  %100 = icmp ne i32 %99, 0
  br i1 %100, label %101, label %105

101:
  %102 = load ptr, ptr %8, align 8
  %103 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %102, i32 0, i32 2
  %104 = load ptr, ptr %103, align 8
  br label %109

105:
  %106 = load ptr, ptr %8, align 8
  %107 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %106, i32 0, i32 3
  %108 = load ptr, ptr %107, align 8
  br label %109

109:
  %110 = phi ptr [ %104, %101 ], [ %108, %105 ]
  %111 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %110, i32 0, i32 0
  store i32 1, ptr %111, align 8
  %112 = load ptr, ptr %8, align 8
  %113 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %112, i32 0, i32 0
  store i32 0, ptr %113, align 8
  %114 = load ptr, ptr %4, align 8
  %115 = load ptr, ptr %8, align 8
  %116 = load i32, ptr %7, align 4
  %117 = icmp ne i32 %116, 0
  %118 = xor i1 %117, true
  %119 = zext i1 %118 to i32
  call void @__sv_tree_rotate(ptr %114, ptr %115, i32 %119)
  %120 = load i32, ptr %7, align 4
  %121 = icmp ne i32 %120, 0
  br i1 %121, label %122, label %126

122:
  %123 = load ptr, ptr %6, align 8
  %124 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %123, i32 0, i32 3
  %125 = load ptr, ptr %124, align 8
  br label %130

126:
  %127 = load ptr, ptr %6, align 8
  %128 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %127, i32 0, i32 2
  %129 = load ptr, ptr %128, align 8
  br label %130

130:
  %131 = phi ptr [ %125, %122 ], [ %129, %126 ]
  store ptr %131, ptr %8, align 8
  br label %132

132:
  %133 = load ptr, ptr %6, align 8
  %134 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %133, i32 0, i32 0
  %135 = load i32, ptr %134, align 8
  %136 = load ptr, ptr %8, align 8
  %137 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %136, i32 0, i32 0
  store i32 %135, ptr %137, align 8
  %138 = load ptr, ptr %6, align 8
  %139 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %138, i32 0, i32 0
  store i32 1, ptr %139, align 8
  %140 = load i32, ptr %7, align 4
  %141 = icmp ne i32 %140, 0
  br i1 %141, label %142, label %146

142:
  %143 = load ptr, ptr %8, align 8
  %144 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %143, i32 0, i32 3
  %145 = load ptr, ptr %144, align 8
  br label %150

146:
  %147 = load ptr, ptr %8, align 8
  %148 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %147, i32 0, i32 2
  %149 = load ptr, ptr %148, align 8
  br label %150

150:
  %151 = phi ptr [ %145, %142 ], [ %149, %146 ]
  %152 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %151, i32 0, i32 0
  store i32 1, ptr %152, align 8
  %153 = load ptr, ptr %4, align 8
  %154 = load ptr, ptr %6, align 8
  %155 = load i32, ptr %7, align 4
  call void @__sv_tree_rotate(ptr %153, ptr %154, i32 %155)
  br label %156

156:
  %157 = load ptr, ptr %5, align 8
  %158 = icmp ne ptr %157, null
  br i1 %158, label %159, label %162

159:
  %160 = load ptr, ptr %5, align 8
  %161 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %160, i32 0, i32 0
  store i32 1, ptr %161, align 8
  br label %162

162:
  ret void
}

define void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %6, i32 0, i32 0
  store ptr %5, ptr %7, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %8, i32 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %11, i32 0, i32 1
  store ptr %10, ptr %12, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %14, i32 0, i32 1
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %16, i32 0, i32 0
  store ptr %13, ptr %17, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %19, i32 0, i32 1
  store ptr %18, ptr %20, align 8
  ret void
}

define void @_ZNSt8__detail15_List_node_base9_M_unhookEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %3, i32 0, i32 0
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %6, i32 0, i32 1
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %8, i32 0, i32 0
  store ptr %5, ptr %9, align 8
  %10 = load ptr, ptr %2, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %10, i32 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %2, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %13, i32 0, i32 0
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %15, i32 0, i32 1
  store ptr %12, ptr %16, align 8
  ret void
}

define void @_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ptr %0, ptr %1, ptr %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %11, label %12

11:
  br label %44

12:
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %13, i32 0, i32 1
  %15 = load ptr, ptr %14, align 8
  store ptr %15, ptr %7, align 8
  %16 = load ptr, ptr %4, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %17, i32 0, i32 1
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %19, i32 0, i32 0
  store ptr %16, ptr %20, align 8
  %21 = load ptr, ptr %6, align 8
  %22 = load ptr, ptr %5, align 8
  %23 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %22, i32 0, i32 1
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %24, i32 0, i32 0
  store ptr %21, ptr %25, align 8
  %26 = load ptr, ptr %5, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %27, i32 0, i32 1
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %29, i32 0, i32 0
  store ptr %26, ptr %30, align 8
  %31 = load ptr, ptr %6, align 8
  %32 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %31, i32 0, i32 1
  %33 = load ptr, ptr %32, align 8
  %34 = load ptr, ptr %4, align 8
  %35 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %34, i32 0, i32 1
  store ptr %33, ptr %35, align 8
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %36, i32 0, i32 1
  %38 = load ptr, ptr %37, align 8
  %39 = load ptr, ptr %6, align 8
  %40 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %39, i32 0, i32 1
  store ptr %38, ptr %40, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = load ptr, ptr %5, align 8
  %43 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %42, i32 0, i32 1
  store ptr %41, ptr %43, align 8
  br label %44

44:
  ret void
}

define void @_ZNSt8__detail15_List_node_base4swapERS0_S1_(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %struct.__sv_list_node, align 8
  %6 = alloca i8, align 1
  %7 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %8 = load ptr, ptr %3, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %5, ptr align 8 %8, i64 16, i1 false)
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %9, i32 0, i32 0
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = icmp eq ptr %11, %12
  %14 = zext i1 %13 to i8
  store i8 %14, ptr %6, align 1
  %15 = load ptr, ptr %4, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = load ptr, ptr %4, align 8
  %19 = icmp eq ptr %17, %18
  %20 = zext i1 %19 to i8
  store i8 %20, ptr %7, align 1
  %21 = load ptr, ptr %3, align 8
  %22 = load ptr, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %21, ptr align 8 %22, i64 16, i1 false)
  %23 = load ptr, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %23, ptr align 8 %5, i64 16, i1 false)
  %24 = load i8, ptr %7, align 1
  %25 = trunc i8 %24 to i1
  br i1 %25, label %26, label %32

26:
  %27 = load ptr, ptr %3, align 8
  %28 = load ptr, ptr %3, align 8
  %29 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %28, i32 0, i32 1
  store ptr %27, ptr %29, align 8
  %30 = load ptr, ptr %3, align 8
  %31 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %30, i32 0, i32 0
  store ptr %27, ptr %31, align 8
  br label %42

32:
  %33 = load ptr, ptr %3, align 8
  %34 = load ptr, ptr %3, align 8
  %35 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %34, i32 0, i32 1
  %36 = load ptr, ptr %35, align 8
  %37 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %36, i32 0, i32 0
  store ptr %33, ptr %37, align 8
  %38 = load ptr, ptr %3, align 8
  %39 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %38, i32 0, i32 0
  %40 = load ptr, ptr %39, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %40, i32 0, i32 1
  store ptr %33, ptr %41, align 8
  br label %42

42:
  %43 = load i8, ptr %6, align 1
  %44 = trunc i8 %43 to i1
  br i1 %44, label %45, label %51

45:
  %46 = load ptr, ptr %4, align 8
  %47 = load ptr, ptr %4, align 8
  %48 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %47, i32 0, i32 1
  store ptr %46, ptr %48, align 8
  %49 = load ptr, ptr %4, align 8
  %50 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %49, i32 0, i32 0
  store ptr %46, ptr %50, align 8
  br label %61

51:
  %52 = load ptr, ptr %4, align 8
  %53 = load ptr, ptr %4, align 8
  %54 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %53, i32 0, i32 1
  %55 = load ptr, ptr %54, align 8
  %56 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %55, i32 0, i32 0
  store ptr %52, ptr %56, align 8
  %57 = load ptr, ptr %4, align 8
  %58 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %57, i32 0, i32 0
  %59 = load ptr, ptr %58, align 8
  %60 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %59, i32 0, i32 1
  store ptr %52, ptr %60, align 8
  br label %61

61:
  ret void
}

define void @_ZNSt8__detail15_List_node_base10_M_reverseEv(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  store ptr %5, ptr %3, align 8
  br label %6

6:
  %7 = load ptr, ptr %3, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %7, i32 0, i32 0
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %4, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %10, i32 0, i32 1
  %12 = load ptr, ptr %11, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %13, i32 0, i32 0
  store ptr %12, ptr %14, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_list_node, ptr %16, i32 0, i32 1
  store ptr %15, ptr %17, align 8
  %18 = load ptr, ptr %4, align 8
  store ptr %18, ptr %3, align 8
  br label %19

19:
  %20 = load ptr, ptr %3, align 8
  %21 = load ptr, ptr %2, align 8
  %22 = icmp ne ptr %20, %21
  br i1 %22, label %6, label %23

23:
  ret void
}

define i64 @_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call i64 @__sv_hash_buckets(ptr %5, i64 %6)
  ret i64 %7
}

define internal i64 @__sv_hash_buckets(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  br label %6

6:
  %7 = load i32, ptr %5, align 4
  %8 = icmp ult i32 %7, 25
  br i1 %8, label %9, label %17

9:
  %10 = load i32, ptr %5, align 4
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds nuw [26 x i32], ptr @__sv_hash_buckets.primes, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = zext i32 %13 to i64
  %15 = load i64, ptr %4, align 8
  %16 = icmp ult i64 %14, %15
  br label %17

17:
  %18 = phi i1 [ false, %6 ], [ %16, %9 ]
  br i1 %18, label %19, label %22

19:
  %20 = load i32, ptr %5, align 4
  %21 = add i32 %20, 1
  store i32 %21, ptr %5, align 4
  br label %6

22:
  %23 = load i32, ptr %5, align 4
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds nuw [26 x i32], ptr @__sv_hash_buckets.primes, i64 0, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = zext i32 %26 to i64
  %28 = load i64, ptr %4, align 8
  %29 = icmp ult i64 %27, %28
  br i1 %29, label %30, label %31

30:
  call void @__selvedge_unsupported(ptr @.str.127)
  unreachable

31:
  %32 = load ptr, ptr %3, align 8
  %33 = load i32, ptr %5, align 4
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds nuw [26 x i32], ptr @__sv_hash_buckets.primes, i64 0, i64 %34
  %36 = load i32, ptr %35, align 4
  %37 = zext i32 %36 to i64
  %38 = call i64 @__sv_hash_capacity(ptr %32, i64 %37)
  %39 = load ptr, ptr %3, align 8
  %40 = getelementptr inbounds nuw %struct.__sv_rehash_policy, ptr %39, i32 0, i32 1
  store i64 %38, ptr %40, align 8
  %41 = load i32, ptr %5, align 4
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw [26 x i32], ptr @__sv_hash_buckets.primes, i64 0, i64 %42
  %44 = load i32, ptr %43, align 4
  %45 = zext i32 %44 to i64
  ret i64 %45
}

define { i8, i64 } @_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(ptr %0, i64 %1, i64 %2, i64 %3) {
  %5 = alloca %struct.__sv_rehash, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca %struct.__sv_rehash, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  %13 = load i64, ptr %8, align 8
  %14 = load i64, ptr %9, align 8
  %15 = add i64 %13, %14
  store i64 %15, ptr %10, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %11, i8 0, i64 16, i1 false)
  %16 = load i64, ptr %10, align 8
  %17 = load ptr, ptr %6, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_rehash_policy, ptr %17, i32 0, i32 1
  %19 = load i64, ptr %18, align 8
  %20 = icmp ule i64 %16, %19
  br i1 %20, label %21, label %22

21:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %5, ptr align 8 %11, i64 16, i1 false)
  br label %60

22:
  %23 = load ptr, ptr %6, align 8
  %24 = getelementptr inbounds nuw %struct.__sv_rehash_policy, ptr %23, i32 0, i32 1
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %31

27:
  %28 = load i64, ptr %10, align 8
  %29 = icmp ult i64 %28, 11
  br i1 %29, label %30, label %31

30:
  store i64 11, ptr %10, align 8
  br label %31

31:
  %32 = load i64, ptr %7, align 8
  store i64 %32, ptr %12, align 8
  br label %33

33:
  %34 = load ptr, ptr %6, align 8
  %35 = load i64, ptr %12, align 8
  %36 = call i64 @__sv_hash_capacity(ptr %34, i64 %35)
  %37 = load i64, ptr %10, align 8
  %38 = icmp ult i64 %36, %37
  br i1 %38, label %39, label %43

39:
  %40 = load i64, ptr %12, align 8
  %41 = mul i64 %40, 2
  %42 = add i64 %41, 1
  store i64 %42, ptr %12, align 8
  br label %33

43:
  %44 = load i64, ptr %12, align 8
  %45 = load i64, ptr %7, align 8
  %46 = icmp eq i64 %44, %45
  br i1 %46, label %47, label %53

47:
  %48 = load ptr, ptr %6, align 8
  %49 = load i64, ptr %7, align 8
  %50 = call i64 @__sv_hash_capacity(ptr %48, i64 %49)
  %51 = load ptr, ptr %6, align 8
  %52 = getelementptr inbounds nuw %struct.__sv_rehash_policy, ptr %51, i32 0, i32 1
  store i64 %50, ptr %52, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %5, ptr align 8 %11, i64 16, i1 false)
  br label %60

53:
  %54 = getelementptr inbounds nuw %struct.__sv_rehash, ptr %5, i32 0, i32 0
  store i8 1, ptr %54, align 8
  %55 = getelementptr i8, ptr %5, i64 1
  call void @llvm.memset.p0.i64(ptr align 1 %55, i8 0, i64 7, i1 false)
  %56 = getelementptr inbounds nuw %struct.__sv_rehash, ptr %5, i32 0, i32 1
  %57 = load ptr, ptr %6, align 8
  %58 = load i64, ptr %12, align 8
  %59 = call i64 @__sv_hash_buckets(ptr %57, i64 %58)
  store i64 %59, ptr %56, align 8
  br label %60

60:
  %61 = load { i8, i64 }, ptr %5, align 8
  ret { i8, i64 } %61
}

define internal i64 @__sv_hash_capacity(ptr %0, i64 %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_rehash_policy, ptr %6, i32 0, i32 0
  %8 = load i32, ptr %7, align 8
  %9 = icmp eq i32 %8, 1065353216
  br i1 %9, label %10, label %12

10:
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %3, align 8
  br label %20

12:
  %13 = load i64, ptr %5, align 8
  %14 = uitofp i64 %13 to float
  %15 = load ptr, ptr %4, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_rehash_policy, ptr %15, i32 0, i32 0
  %17 = load float, ptr %16, align 8
  %18 = fmul float %14, %17
  %19 = fptoui float %18 to i64
  store i64 %19, ptr %3, align 8
  br label %20

20:
  %21 = load i64, ptr %3, align 8
  ret i64 %21
}

define i64 @_ZSt11_Hash_bytesPKvmm(ptr %0, i64 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load i64, ptr %6, align 8
  store i64 %9, ptr %7, align 8
  store i64 0, ptr %8, align 8
  br label %10

10:
  %11 = load i64, ptr %8, align 8
  %12 = load i64, ptr %5, align 8
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %14, label %26

14:
  %15 = load i64, ptr %7, align 8
  %16 = mul i64 %15, 31
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %8, align 8
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 %18
  %20 = load i8, ptr %19, align 1
  %21 = zext i8 %20 to i64
  %22 = add i64 %16, %21
  store i64 %22, ptr %7, align 8
  br label %23

23:
  %24 = load i64, ptr %8, align 8
  %25 = add i64 %24, 1
  store i64 %25, ptr %8, align 8
  br label %10

26:
  %27 = load i64, ptr %7, align 8
  ret i64 %27
}

define void @_ZNSt8ios_base4InitC1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define void @_ZNSt8ios_base4InitD1Ev(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  ret void
}

define ptr @_ZNSolsEs(ptr %0, i16 signext %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i16, align 2
  store ptr %0, ptr %3, align 8
  store i16 %1, ptr %4, align 2
  %5 = load ptr, ptr %3, align 8
  %6 = load i16, ptr %4, align 2
  %7 = sext i16 %6 to i64
  %8 = load i16, ptr %4, align 2
  %9 = zext i16 %8 to i64
  %10 = call ptr @__sv_stream_signed(ptr %5, i64 %7, i64 %9)
  ret ptr %10
}

define internal ptr @__sv_stream_signed(ptr %0, i64 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %8 = load i64, ptr %6, align 8
  %9 = icmp slt i64 %8, 0
  br i1 %9, label %10, label %22

10:
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_stream, ptr %11, i32 0, i32 1
  %13 = getelementptr inbounds nuw %struct.__sv_ios, ptr %12, i32 0, i32 3
  %14 = load i32, ptr %13, align 8
  %15 = and i32 %14, 72
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %22, label %17

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %6, align 8
  %20 = sub i64 0, %19
  %21 = call ptr @__sv_stream_number(ptr %18, i64 %20, i1 zeroext true)
  store ptr %21, ptr %4, align 8
  br label %26

22:
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr %7, align 8
  %25 = call ptr @__sv_stream_number(ptr %23, i64 %24, i1 zeroext false)
  store ptr %25, ptr %4, align 8
  br label %26

26:
  %27 = load ptr, ptr %4, align 8
  ret ptr %27
}

define ptr @_ZNSolsEi(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = sext i32 %6 to i64
  %8 = load i32, ptr %4, align 4
  %9 = zext i32 %8 to i64
  %10 = call ptr @__sv_stream_signed(ptr %5, i64 %7, i64 %9)
  ret ptr %10
}

define ptr @_ZNSolsEl(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @__sv_stream_signed(ptr %5, i64 %6, i64 %7)
  ret ptr %8
}

define ptr @_ZNSolsEx(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @__sv_stream_signed(ptr %5, i64 %6, i64 %7)
  ret ptr %8
}

define ptr @_ZNSolsEt(ptr %0, i16 zeroext %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i16, align 2
  store ptr %0, ptr %3, align 8
  store i16 %1, ptr %4, align 2
  %5 = load ptr, ptr %3, align 8
  %6 = load i16, ptr %4, align 2
  %7 = zext i16 %6 to i64
  %8 = call ptr @__sv_stream_number(ptr %5, i64 %7, i1 zeroext false)
  ret ptr %8
}

define internal ptr @__sv_stream_number(ptr %0, i64 %1, i1 zeroext %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  %7 = alloca [32 x i8], align 16
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %13 = zext i1 %2 to i8
  store i8 %13, ptr %6, align 1
  store i32 32, ptr %8, align 4
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_stream, ptr %14, i32 0, i32 1
  %16 = getelementptr inbounds nuw %struct.__sv_ios, ptr %15, i32 0, i32 3
  %17 = load i32, ptr %16, align 8
  store i32 %17, ptr %9, align 4
  %18 = load i32, ptr %9, align 4
  %19 = and i32 %18, 8
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %22

21:
  br label %28

22:
  %23 = load i32, ptr %9, align 4
  %24 = and i32 %23, 64
  %25 = icmp ne i32 %24, 0
  %26 = zext i1 %25 to i64
  %27 = select i1 %25, i32 8, i32 10
  br label %28

28:
  %29 = phi i32 [ 16, %21 ], [ %27, %22 ]
  store i32 %29, ptr %10, align 4
  %30 = load i32, ptr %9, align 4
  %31 = and i32 %30, 16384
  %32 = icmp ne i32 %31, 0
  %33 = zext i1 %32 to i64
  %34 = select i1 %32, ptr @.str.128, ptr @.str.129
  store ptr %34, ptr %11, align 8
  %35 = load i64, ptr %5, align 8
  store i64 %35, ptr %12, align 8
  br label %36

36:
  %37 = load ptr, ptr %11, align 8
  %38 = load i64, ptr %12, align 8
  %39 = load i32, ptr %10, align 4
  %40 = zext i32 %39 to i64
  %41 = urem i64 %38, %40
  %42 = getelementptr inbounds nuw i8, ptr %37, i64 %41
  %43 = load i8, ptr %42, align 1
  %44 = load i32, ptr %8, align 4
  %45 = add nsw i32 %44, -1
  store i32 %45, ptr %8, align 4
  %46 = sext i32 %45 to i64
  %47 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 %46
  store i8 %43, ptr %47, align 1
  %48 = load i32, ptr %10, align 4
  %49 = zext i32 %48 to i64
  %50 = load i64, ptr %12, align 8
  %51 = udiv i64 %50, %49
  store i64 %51, ptr %12, align 8
  br label %52

52:
  %53 = load i64, ptr %12, align 8
  %54 = icmp ugt i64 %53, 0
  br i1 %54, label %36, label %55

55:
  %56 = load i32, ptr %9, align 4
  %57 = and i32 %56, 512
  %58 = icmp ne i32 %57, 0
  br i1 %58, label %59, label %76

59:
  %60 = load i64, ptr %5, align 8
  %61 = icmp ne i64 %60, 0
  br i1 %61, label %62, label %76

62:
  %63 = load i32, ptr %10, align 4
  %64 = icmp eq i32 %63, 16
  br i1 %64, label %65, label %76

65:
  %66 = load i32, ptr %9, align 4
  %67 = and i32 %66, 16384
  %68 = icmp ne i32 %67, 0
  %69 = zext i1 %68 to i64
  %70 = select i1 %68, i32 88, i32 120
  %71 = trunc i32 %70 to i8
  %72 = load i32, ptr %8, align 4
  %73 = add nsw i32 %72, -1
  store i32 %73, ptr %8, align 4
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 %74
  store i8 %71, ptr %75, align 1
  br label %76

76:
  %77 = load i32, ptr %9, align 4
  %78 = and i32 %77, 512
  %79 = icmp ne i32 %78, 0
  br i1 %79, label %80, label %91

80:
  %81 = load i64, ptr %5, align 8
  %82 = icmp ne i64 %81, 0
  br i1 %82, label %83, label %91

83:
  %84 = load i32, ptr %10, align 4
  %85 = icmp ne i32 %84, 10
  br i1 %85, label %86, label %91

86:
  %87 = load i32, ptr %8, align 4
  %88 = add nsw i32 %87, -1
  store i32 %88, ptr %8, align 4
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 %89
  store i8 48, ptr %90, align 1
  br label %91

91:
  %92 = load i8, ptr %6, align 1
  %93 = trunc i8 %92 to i1
  br i1 %93, label %94, label %99

94:
  %95 = load i32, ptr %8, align 4
  %96 = add nsw i32 %95, -1
  store i32 %96, ptr %8, align 4
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 %97
  store i8 45, ptr %98, align 1
  br label %99

99:
  %100 = load ptr, ptr %4, align 8
  %101 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 0
  %102 = load i32, ptr %8, align 4
  %103 = sext i32 %102 to i64
  %104 = getelementptr inbounds i8, ptr %101, i64 %103
  %105 = load i32, ptr %8, align 4
  %106 = sub nsw i32 32, %105
  %107 = sext i32 %106 to i64
  %108 = call ptr @__sv_stream_item(ptr %100, ptr %104, i64 %107)
  ret ptr %108
}

define ptr @_ZNSolsEj(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = zext i32 %6 to i64
  %8 = call ptr @__sv_stream_number(ptr %5, i64 %7, i1 zeroext false)
  ret ptr %8
}

define ptr @_ZNSolsEm(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @__sv_stream_number(ptr %5, i64 %6, i1 zeroext false)
  ret ptr %7
}

define ptr @_ZNSolsEy(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @__sv_stream_number(ptr %5, i64 %6, i1 zeroext false)
  ret ptr %7
}

define ptr @_ZNSolsEb(ptr %0, i1 zeroext %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  %6 = zext i1 %1 to i8
  store i8 %6, ptr %5, align 1
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_stream, ptr %7, i32 0, i32 1
  %9 = getelementptr inbounds nuw %struct.__sv_ios, ptr %8, i32 0, i32 3
  %10 = load i32, ptr %9, align 8
  %11 = and i32 %10, 1
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %19, label %13

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load i8, ptr %5, align 1
  %16 = trunc i8 %15 to i1
  %17 = zext i1 %16 to i64
  %18 = call ptr @__sv_stream_number(ptr %14, i64 %17, i1 zeroext false)
  store ptr %18, ptr %3, align 8
  br label %30

19:
  %20 = load i8, ptr %5, align 1
  %21 = trunc i8 %20 to i1
  br i1 %21, label %22, label %25

22:
  %23 = load ptr, ptr %4, align 8
  %24 = call ptr @__sv_stream_item(ptr %23, ptr @.str.73, i64 4)
  br label %28

25:
  %26 = load ptr, ptr %4, align 8
  %27 = call ptr @__sv_stream_item(ptr %26, ptr @.str.74, i64 5)
  br label %28

28:
  %29 = phi ptr [ %24, %22 ], [ %27, %25 ]
  store ptr %29, ptr %3, align 8
  br label %30

30:
  %31 = load ptr, ptr %3, align 8
  ret ptr %31
}

define internal ptr @__sv_stream_item(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_stream, ptr %8, i32 0, i32 1
  %10 = getelementptr inbounds nuw %struct.__sv_ios, ptr %9, i32 0, i32 2
  %11 = load i64, ptr %10, align 8
  %12 = load i64, ptr %6, align 8
  %13 = sub nsw i64 %11, %12
  store i64 %13, ptr %7, align 8
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds nuw %struct.__sv_stream, ptr %14, i32 0, i32 1
  %16 = getelementptr inbounds nuw %struct.__sv_ios, ptr %15, i32 0, i32 2
  store i64 0, ptr %16, align 8
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_stream, ptr %17, i32 0, i32 1
  %19 = getelementptr inbounds nuw %struct.__sv_ios, ptr %18, i32 0, i32 3
  %20 = load i32, ptr %19, align 8
  %21 = and i32 %20, 32
  %22 = icmp ne i32 %21, 0
  br i1 %22, label %23, label %27

23:
  %24 = load ptr, ptr %4, align 8
  %25 = load ptr, ptr %5, align 8
  %26 = load i64, ptr %6, align 8
  call void @__sv_stream_write(ptr %24, ptr %25, i64 %26)
  br label %27

27:
  br label %28

28:
  %29 = load i64, ptr %7, align 8
  %30 = icmp sgt i64 %29, 0
  br i1 %30, label %31, label %39

31:
  %32 = load ptr, ptr %4, align 8
  %33 = load ptr, ptr %4, align 8
  %34 = getelementptr inbounds nuw %struct.__sv_stream, ptr %33, i32 0, i32 1
  %35 = getelementptr inbounds nuw %struct.__sv_ios, ptr %34, i32 0, i32 8
  call void @__sv_stream_write(ptr %32, ptr %35, i64 1)
  br label %36

36:
  %37 = load i64, ptr %7, align 8
  %38 = add nsw i64 %37, -1
  store i64 %38, ptr %7, align 8
  br label %28

39:
  %40 = load ptr, ptr %4, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_stream, ptr %40, i32 0, i32 1
  %42 = getelementptr inbounds nuw %struct.__sv_ios, ptr %41, i32 0, i32 3
  %43 = load i32, ptr %42, align 8
  %44 = and i32 %43, 32
  %45 = icmp ne i32 %44, 0
  br i1 %45, label %50, label %46

46:
  %47 = load ptr, ptr %4, align 8
  %48 = load ptr, ptr %5, align 8
  %49 = load i64, ptr %6, align 8
  call void @__sv_stream_write(ptr %47, ptr %48, i64 %49)
  br label %50

50:
  %51 = load ptr, ptr %4, align 8
  ret ptr %51
}

define ptr @_ZNSolsEPKv(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [32 x i8], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [32 x i8], ptr %5, i64 0, i64 0
  %8 = load ptr, ptr %4, align 8
  %9 = call i32 (ptr, i64, ptr, ...) @__selvedge_print_snprintf(ptr %7, i64 32, ptr @.str.75, ptr %8)
  store i32 %9, ptr %6, align 4
  %10 = load ptr, ptr %3, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %15

13:
  %14 = getelementptr inbounds [32 x i8], ptr %5, i64 0, i64 0
  br label %16

15:
  br label %16

16:
  %17 = phi ptr [ %14, %13 ], [ @.str.76, %15 ]
  %18 = load ptr, ptr %4, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %20, label %23

20:
  %21 = load i32, ptr %6, align 4
  %22 = sext i32 %21 to i64
  br label %24

23:
  br label %24

24:
  %25 = phi i64 [ %22, %20 ], [ 1, %23 ]
  %26 = call ptr @__sv_stream_item(ptr %10, ptr %17, i64 %25)
  ret ptr %26
}

declare i32 @__selvedge_print_snprintf(ptr, i64, ptr, ...)

define ptr @_ZNSolsEd(ptr %0, double %1) {
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  store ptr %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load double, ptr %4, align 8
  %7 = call ptr @__sv_stream_real(ptr %5, double %6)
  ret ptr %7
}

define internal ptr @__sv_stream_real(ptr %0, double %1) {
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  %5 = alloca [400 x i8], align 16
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store double %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_stream, ptr %9, i32 0, i32 1
  %11 = getelementptr inbounds nuw %struct.__sv_ios, ptr %10, i32 0, i32 3
  %12 = load i32, ptr %11, align 8
  %13 = and i32 %12, 260
  store i32 %13, ptr %6, align 4
  %14 = load i32, ptr %6, align 4
  %15 = icmp eq i32 %14, 4
  br i1 %15, label %16, label %17

16:
  br label %22

17:
  %18 = load i32, ptr %6, align 4
  %19 = icmp eq i32 %18, 256
  %20 = zext i1 %19 to i64
  %21 = select i1 %19, ptr @.str.131, ptr @.str.132
  br label %22

22:
  %23 = phi ptr [ @.str.130, %16 ], [ %21, %17 ]
  store ptr %23, ptr %7, align 8
  %24 = getelementptr inbounds [400 x i8], ptr %5, i64 0, i64 0
  %25 = load ptr, ptr %7, align 8
  %26 = load ptr, ptr %3, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_stream, ptr %26, i32 0, i32 1
  %28 = getelementptr inbounds nuw %struct.__sv_ios, ptr %27, i32 0, i32 1
  %29 = load i64, ptr %28, align 8
  %30 = trunc i64 %29 to i32
  %31 = load double, ptr %4, align 8
  %32 = call i32 (ptr, i64, ptr, ...) @__selvedge_print_snprintf(ptr %24, i64 400, ptr %25, i32 %30, double %31)
  store i32 %32, ptr %8, align 4
  %33 = load ptr, ptr %3, align 8
  %34 = getelementptr inbounds [400 x i8], ptr %5, i64 0, i64 0
  %35 = load i32, ptr %8, align 4
  %36 = icmp slt i32 %35, 400
  br i1 %36, label %37, label %40

37:
  %38 = load i32, ptr %8, align 4
  %39 = sext i32 %38 to i64
  br label %41

40:
  br label %41

41:
  %42 = phi i64 [ %39, %37 ], [ 399, %40 ]
  %43 = call ptr @__sv_stream_item(ptr %33, ptr %34, i64 %42)
  ret ptr %43
}

define ptr @_ZNSolsEf(ptr %0, float %1) {
  %3 = alloca ptr, align 8
  %4 = alloca float, align 4
  store ptr %0, ptr %3, align 8
  store float %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load float, ptr %4, align 4
  %7 = fpext float %6 to double
  %8 = call ptr @__sv_stream_real(ptr %5, double %7)
  ret ptr %8
}

define ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %6 = load ptr, ptr %5, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %14

8:
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = call i64 @__sv_strlen(ptr %11)
  %13 = call ptr @__sv_stream_item(ptr %9, ptr %10, i64 %12)
  store ptr %13, ptr %3, align 8
  br label %21

14:
  %15 = load ptr, ptr %4, align 8
  %16 = getelementptr inbounds nuw %struct.__sv_stream, ptr %15, i32 0, i32 1
  %17 = getelementptr inbounds nuw %struct.__sv_ios, ptr %16, i32 0, i32 5
  %18 = load i32, ptr %17, align 8
  %19 = or i32 %18, 1
  store i32 %19, ptr %17, align 8
  %20 = load ptr, ptr %4, align 8
  store ptr %20, ptr %3, align 8
  br label %21

21:
  %22 = load ptr, ptr %3, align 8
  ret ptr %22
}

define ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c(ptr %0, i8 signext %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i8 %1, ptr %4, align 1
  %5 = load ptr, ptr %3, align 8
  %6 = call ptr @__sv_stream_item(ptr %5, ptr %4, i64 1)
  ret ptr %6
}

define ptr @_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_string, ptr %6, i32 0, i32 0
  %8 = load ptr, ptr %7, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_string, ptr %9, i32 0, i32 1
  %11 = load i64, ptr %10, align 8
  %12 = call ptr @__sv_stream_item(ptr %5, ptr %8, i64 %11)
  ret ptr %12
}

define ptr @_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call ptr @__sv_stream_item(ptr %7, ptr %8, i64 %9)
  ret ptr %10
}

define ptr @_ZNSo3putEc(ptr %0, i8 signext %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i8 %1, ptr %4, align 1
  %5 = load ptr, ptr %3, align 8
  call void @__sv_stream_write(ptr %5, ptr %4, i64 1)
  %6 = load ptr, ptr %3, align 8
  ret ptr %6
}

define internal void @__sv_stream_write(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = icmp ne ptr %7, @_ZSt4cout
  br i1 %8, label %9, label %16

9:
  %10 = load ptr, ptr %4, align 8
  %11 = icmp ne ptr %10, @_ZSt4cerr
  br i1 %11, label %12, label %16

12:
  %13 = load ptr, ptr %4, align 8
  %14 = icmp ne ptr %13, @_ZSt4clog
  br i1 %14, label %15, label %16

15:
  call void @__selvedge_unsupported(ptr @.str.133)
  unreachable

16:
  %17 = load i64, ptr %6, align 8
  %18 = icmp ugt i64 %17, 0
  br i1 %18, label %19, label %27

19:
  %20 = load ptr, ptr %4, align 8
  %21 = icmp eq ptr %20, @_ZSt4cout
  %22 = zext i1 %21 to i64
  %23 = select i1 %21, i32 1, i32 2
  %24 = load ptr, ptr %5, align 8
  %25 = load i64, ptr %6, align 8
  %26 = call i32 @__selvedge_print_write(i32 %23, ptr %24, i64 %25)
  br label %27

27:
  ret void
}

define ptr @_ZNSo5writeEPKcl(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  call void @__sv_stream_write(ptr %7, ptr %8, i64 %9)
  %10 = load ptr, ptr %4, align 8
  ret ptr %10
}

define ptr @_ZNSo5flushEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define ptr @_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret ptr %3
}

define ptr @_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__sv_stream_write(ptr %3, ptr @.str.63, i64 1)
  %4 = load ptr, ptr %2, align 8
  ret ptr %4
}

define ptr @_ZNSolsEPFRSoS_E(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call ptr %5(ptr %6)
  ret ptr %7
}

define ptr @_ZNSolsEPFRSt8ios_baseS0_E(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_stream, ptr %6, i32 0, i32 1
  %8 = call ptr %5(ptr %7)
  %9 = load ptr, ptr %3, align 8
  ret ptr %9
}

define zeroext i1 @_ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_ios, ptr %3, i32 0, i32 5
  %5 = load i32, ptr %4, align 8
  %6 = icmp eq i32 %5, 0
  ret i1 %6
}

define zeroext i1 @_ZNKSt9basic_iosIcSt11char_traitsIcEE3eofEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_ios, ptr %3, i32 0, i32 5
  %5 = load i32, ptr %4, align 8
  %6 = and i32 %5, 2
  %7 = icmp ne i32 %6, 0
  ret i1 %7
}

define zeroext i1 @_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_ios, ptr %3, i32 0, i32 5
  %5 = load i32, ptr %4, align 8
  %6 = and i32 %5, 5
  %7 = icmp ne i32 %6, 0
  ret i1 %7
}

define zeroext i1 @_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_ios, ptr %3, i32 0, i32 5
  %5 = load i32, ptr %4, align 8
  %6 = and i32 %5, 5
  %7 = icmp ne i32 %6, 0
  ret i1 %7
}

define zeroext i1 @_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_ios, ptr %3, i32 0, i32 5
  %5 = load i32, ptr %4, align 8
  %6 = and i32 %5, 5
  %7 = icmp eq i32 %6, 0
  ret i1 %7
}

define ptr @_ZNSirsERs(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call zeroext i16 @__selvedge_nondet_i16(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i16 %15, ptr %16, align 2
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i16 0, ptr %21, align 2
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define internal zeroext i1 @__sv_in_fails(ptr %0) {
  %2 = alloca i1, align 1
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp ne ptr %4, @_ZSt3cin
  br i1 %5, label %6, label %7

6:
  call void @__selvedge_unsupported(ptr @.str.134)
  unreachable

7:
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %8, i32 0, i32 2
  %10 = getelementptr inbounds nuw %struct.__sv_ios, ptr %9, i32 0, i32 5
  %11 = load i32, ptr %10, align 8
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %16

13:
  %14 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.135)
  br i1 %14, label %16, label %15

15:
  store i1 false, ptr %2, align 1
  br label %30

16:
  %17 = load ptr, ptr %3, align 8
  %18 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %17, i32 0, i32 2
  %19 = getelementptr inbounds nuw %struct.__sv_ios, ptr %18, i32 0, i32 5
  %20 = load i32, ptr %19, align 8
  %21 = or i32 %20, 4
  store i32 %21, ptr %19, align 8
  %22 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.112)
  br i1 %22, label %23, label %29

23:
  %24 = load ptr, ptr %3, align 8
  %25 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %24, i32 0, i32 2
  %26 = getelementptr inbounds nuw %struct.__sv_ios, ptr %25, i32 0, i32 5
  %27 = load i32, ptr %26, align 8
  %28 = or i32 %27, 2
  store i32 %28, ptr %26, align 8
  br label %29

29:
  store i1 true, ptr %2, align 1
  br label %30

30:
  %31 = load i1, ptr %2, align 1
  ret i1 %31
}

declare zeroext i16 @__selvedge_nondet_i16(ptr)

define ptr @_ZNSirsERt(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call zeroext i16 @__selvedge_nondet_i16(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i16 %15, ptr %16, align 2
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i16 0, ptr %21, align 2
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERi(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call i32 @__selvedge_nondet_i32(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i32 %15, ptr %16, align 4
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i32 0, ptr %21, align 4
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERj(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call i32 @__selvedge_nondet_i32(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i32 %15, ptr %16, align 4
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i32 0, ptr %21, align 4
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERl(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call i64 @__selvedge_nondet_i64(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i64 %15, ptr %16, align 8
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i64 0, ptr %21, align 8
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERm(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call i64 @__selvedge_nondet_i64(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i64 %15, ptr %16, align 8
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i64 0, ptr %21, align 8
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERx(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call i64 @__selvedge_nondet_i64(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i64 %15, ptr %16, align 8
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i64 0, ptr %21, align 8
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERy(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call i64 @__selvedge_nondet_i64(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store i64 %15, ptr %16, align 8
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store i64 0, ptr %21, align 8
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

define ptr @_ZNSirsERf(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call float @__selvedge_nondet_f32(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store float %15, ptr %16, align 4
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store float 0.000000e+00, ptr %21, align 4
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

declare float @__selvedge_nondet_f32(ptr)

define ptr @_ZNSirsERd(ptr %0, ptr %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_in_stream, ptr %6, i32 0, i32 2
  %8 = getelementptr inbounds nuw %struct.__sv_ios, ptr %7, i32 0, i32 5
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  %11 = zext i1 %10 to i8
  store i8 %11, ptr %5, align 1
  %12 = load ptr, ptr %3, align 8
  %13 = call zeroext i1 @__sv_in_fails(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = call double @__selvedge_nondet_f64(ptr @.str.77)
  %16 = load ptr, ptr %4, align 8
  store double %15, ptr %16, align 8
  br label %23

17:
  %18 = load i8, ptr %5, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %4, align 8
  store double 0.000000e+00, ptr %21, align 8
  br label %22

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  ret ptr %24
}

declare double @__selvedge_nondet_f64(ptr)

define internal i32 @__sv_starts_with(ptr %0, ptr %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  br label %8

8:
  %9 = load ptr, ptr %6, align 8
  %10 = load i8, ptr %9, align 1
  %11 = sext i8 %10 to i32
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %13, label %47

13:
  %14 = load ptr, ptr %5, align 8
  %15 = load i8, ptr %14, align 1
  %16 = sext i8 %15 to i32
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %19

18:
  store i32 0, ptr %4, align 4
  br label %48

19:
  %20 = load i32, ptr %7, align 4
  %21 = icmp ne i32 %20, 0
  br i1 %21, label %22, label %32

22:
  %23 = load ptr, ptr %5, align 8
  %24 = load i8, ptr %23, align 1
  %25 = zext i8 %24 to i32
  %26 = call i32 @__sv_lower(i32 %25)
  %27 = load ptr, ptr %6, align 8
  %28 = load i8, ptr %27, align 1
  %29 = zext i8 %28 to i32
  %30 = call i32 @__sv_lower(i32 %29)
  %31 = icmp ne i32 %26, %30
  br i1 %31, label %40, label %41

32:
  %33 = load ptr, ptr %5, align 8
  %34 = load i8, ptr %33, align 1
  %35 = sext i8 %34 to i32
  %36 = load ptr, ptr %6, align 8
  %37 = load i8, ptr %36, align 1
  %38 = sext i8 %37 to i32
  %39 = icmp ne i32 %35, %38
  br i1 %39, label %40, label %41

40:
  store i32 0, ptr %4, align 4
  br label %48

41:
  br label %42

42:
  %43 = load ptr, ptr %5, align 8
  %44 = getelementptr inbounds nuw i8, ptr %43, i32 1
  store ptr %44, ptr %5, align 8
  %45 = load ptr, ptr %6, align 8
  %46 = getelementptr inbounds nuw i8, ptr %45, i32 1
  store ptr %46, ptr %6, align 8
  br label %8

47:
  store i32 1, ptr %4, align 4
  br label %48

48:
  %49 = load i32, ptr %4, align 4
  ret i32 %49
}

define internal ptr @__sv_duplicate(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load i64, ptr %4, align 8
  %7 = add i64 %6, 1
  %8 = call ptr @__selvedge_heap_alloc(i64 %7, i32 0)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i64, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %9, ptr align 1 %10, i64 %11, i1 false)
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %4, align 8
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 %13
  store i8 0, ptr %14, align 1
  %15 = load ptr, ptr %5, align 8
  ret ptr %15
}

define internal void @__sv_integer(ptr dead_on_unwind writable sret(%struct.__sv_integer) align 8 %0, ptr %1, i32 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store ptr %1, ptr %4, align 8
  store i32 %2, ptr %5, align 4
  %8 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 0
  store i64 0, ptr %8, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 1
  %10 = load ptr, ptr %4, align 8
  store ptr %10, ptr %9, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 2
  store i8 0, ptr %11, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 3
  store i8 0, ptr %12, align 1
  %13 = getelementptr i8, ptr %0, i64 18
  call void @llvm.memset.p0.i64(ptr align 2 %13, i8 0, i64 6, i1 false)
  %14 = load ptr, ptr %4, align 8
  store ptr %14, ptr %6, align 8
  br label %15

15:
  %16 = load ptr, ptr %6, align 8
  %17 = load i8, ptr %16, align 1
  %18 = zext i8 %17 to i32
  %19 = call i32 @__sv_is_space(i32 %18)
  %20 = icmp ne i32 %19, 0
  br i1 %20, label %21, label %24

21:
  %22 = load ptr, ptr %6, align 8
  %23 = getelementptr inbounds nuw i8, ptr %22, i32 1
  store ptr %23, ptr %6, align 8
  br label %15

24:
  %25 = load ptr, ptr %6, align 8
  %26 = load i8, ptr %25, align 1
  %27 = sext i8 %26 to i32
  %28 = icmp eq i32 %27, 45
  br i1 %28, label %34, label %29

29:
  %30 = load ptr, ptr %6, align 8
  %31 = load i8, ptr %30, align 1
  %32 = sext i8 %31 to i32
  %33 = icmp eq i32 %32, 43
  br i1 %33, label %34, label %42

34:
  %35 = load ptr, ptr %6, align 8
  %36 = getelementptr inbounds nuw i8, ptr %35, i32 1
  store ptr %36, ptr %6, align 8
  %37 = load i8, ptr %35, align 1
  %38 = sext i8 %37 to i32
  %39 = icmp eq i32 %38, 45
  %40 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 2
  %41 = zext i1 %39 to i8
  store i8 %41, ptr %40, align 8
  br label %42

42:
  %43 = load i32, ptr %5, align 4
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %48, label %45

45:
  %46 = load i32, ptr %5, align 4
  %47 = icmp eq i32 %46, 16
  br i1 %47, label %48, label %70

48:
  %49 = load ptr, ptr %6, align 8
  %50 = getelementptr inbounds i8, ptr %49, i64 0
  %51 = load i8, ptr %50, align 1
  %52 = sext i8 %51 to i32
  %53 = icmp eq i32 %52, 48
  br i1 %53, label %54, label %70

54:
  %55 = load ptr, ptr %6, align 8
  %56 = getelementptr inbounds i8, ptr %55, i64 1
  %57 = load i8, ptr %56, align 1
  %58 = sext i8 %57 to i32
  %59 = or i32 %58, 32
  %60 = icmp eq i32 %59, 120
  br i1 %60, label %61, label %70

61:
  %62 = load ptr, ptr %6, align 8
  %63 = getelementptr inbounds i8, ptr %62, i64 2
  %64 = load i8, ptr %63, align 1
  %65 = call i32 @__sv_digit(i8 signext %64)
  %66 = icmp slt i32 %65, 16
  br i1 %66, label %67, label %70

67:
  %68 = load ptr, ptr %6, align 8
  %69 = getelementptr inbounds i8, ptr %68, i64 2
  store ptr %69, ptr %6, align 8
  store i32 16, ptr %5, align 4
  br label %81

70:
  %71 = load i32, ptr %5, align 4
  %72 = icmp eq i32 %71, 0
  br i1 %72, label %73, label %80

73:
  %74 = load ptr, ptr %6, align 8
  %75 = load i8, ptr %74, align 1
  %76 = sext i8 %75 to i32
  %77 = icmp eq i32 %76, 48
  %78 = zext i1 %77 to i64
  %79 = select i1 %77, i32 8, i32 10
  store i32 %79, ptr %5, align 4
  br label %80

80:
  br label %81

81:
  br label %82

82:
  %83 = load ptr, ptr %6, align 8
  %84 = load i8, ptr %83, align 1
  %85 = call i32 @__sv_digit(i8 signext %84)
  %86 = load i32, ptr %5, align 4
  %87 = icmp slt i32 %85, %86
  br i1 %87, label %88, label %119

88:
  %89 = load ptr, ptr %6, align 8
  %90 = load i8, ptr %89, align 1
  %91 = call i32 @__sv_digit(i8 signext %90)
  %92 = sext i32 %91 to i64
  store i64 %92, ptr %7, align 8
  %93 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 0
  %94 = load i64, ptr %93, align 8
  %95 = load i64, ptr %7, align 8
  %96 = sub i64 -1, %95
  %97 = load i32, ptr %5, align 4
  %98 = sext i32 %97 to i64
  %99 = udiv i64 %96, %98
  %100 = icmp ugt i64 %94, %99
  br i1 %100, label %101, label %103

101:
  %102 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 3
  store i8 1, ptr %102, align 1
  br label %112

103:
  %104 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 0
  %105 = load i64, ptr %104, align 8
  %106 = load i32, ptr %5, align 4
  %107 = sext i32 %106 to i64
  %108 = mul i64 %105, %107
  %109 = load i64, ptr %7, align 8
  %110 = add i64 %108, %109
  %111 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 0
  store i64 %110, ptr %111, align 8
  br label %112

112:
  %113 = load ptr, ptr %6, align 8
  %114 = getelementptr inbounds i8, ptr %113, i64 1
  %115 = getelementptr inbounds nuw %struct.__sv_integer, ptr %0, i32 0, i32 1
  store ptr %114, ptr %115, align 8
  br label %116

116:
  %117 = load ptr, ptr %6, align 8
  %118 = getelementptr inbounds nuw i8, ptr %117, i32 1
  store ptr %118, ptr %6, align 8
  br label %82

119:
  ret void
}

define internal i32 @__sv_digit(i8 signext %0) {
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  %4 = load i8, ptr %3, align 1
  %5 = sext i8 %4 to i32
  %6 = icmp sge i32 %5, 48
  br i1 %6, label %7, label %15

7:
  %8 = load i8, ptr %3, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp sle i32 %9, 57
  br i1 %10, label %11, label %15

11:
  %12 = load i8, ptr %3, align 1
  %13 = sext i8 %12 to i32
  %14 = sub nsw i32 %13, 48
  store i32 %14, ptr %2, align 4
  br label %42

15:
  %16 = load i8, ptr %3, align 1
  %17 = sext i8 %16 to i32
  %18 = icmp sge i32 %17, 97
  br i1 %18, label %19, label %28

19:
  %20 = load i8, ptr %3, align 1
  %21 = sext i8 %20 to i32
  %22 = icmp sle i32 %21, 122
  br i1 %22, label %23, label %28

23:
  %24 = load i8, ptr %3, align 1
  %25 = sext i8 %24 to i32
  %26 = sub nsw i32 %25, 97
  %27 = add nsw i32 %26, 10
  store i32 %27, ptr %2, align 4
  br label %42

28:
  %29 = load i8, ptr %3, align 1
  %30 = sext i8 %29 to i32
  %31 = icmp sge i32 %30, 65
  br i1 %31, label %32, label %41

32:
  %33 = load i8, ptr %3, align 1
  %34 = sext i8 %33 to i32
  %35 = icmp sle i32 %34, 90
  br i1 %35, label %36, label %41

36:
  %37 = load i8, ptr %3, align 1
  %38 = sext i8 %37 to i32
  %39 = sub nsw i32 %38, 65
  %40 = add nsw i32 %39, 10
  store i32 %40, ptr %2, align 4
  br label %42

41:
  store i32 99, ptr %2, align 4
  br label %42

42:
  %43 = load i32, ptr %2, align 4
  ret i32 %43
}

define internal double @__sv_word_or_digits(ptr %0) {
  %2 = alloca double, align 8
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i64, align 8
  %10 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = load ptr, ptr %11, align 8
  store ptr %12, ptr %4, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = call i32 @__sv_starts_with(ptr %13, ptr @.str.97, i32 1)
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %26

16:
  %17 = load ptr, ptr %4, align 8
  %18 = call i32 @__sv_starts_with(ptr %17, ptr @.str.98, i32 1)
  %19 = icmp ne i32 %18, 0
  %20 = zext i1 %19 to i64
  %21 = select i1 %19, i32 8, i32 3
  %22 = load ptr, ptr %3, align 8
  %23 = load ptr, ptr %22, align 8
  %24 = sext i32 %21 to i64
  %25 = getelementptr inbounds i8, ptr %23, i64 %24
  store ptr %25, ptr %22, align 8
  store double 0x7FF0000000000000, ptr %2, align 8
  br label %141

26:
  %27 = load ptr, ptr %4, align 8
  %28 = call i32 @__sv_starts_with(ptr %27, ptr @.str.99, i32 1)
  %29 = icmp ne i32 %28, 0
  br i1 %29, label %30, label %34

30:
  %31 = load ptr, ptr %3, align 8
  %32 = load ptr, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 3
  store ptr %33, ptr %31, align 8
  store double 0x7FF8000000000000, ptr %2, align 8
  br label %141

34:
  store i32 10, ptr %5, align 4
  store i32 0, ptr %6, align 4
  store i32 0, ptr %7, align 4
  store i32 0, ptr %8, align 4
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 0
  %37 = load i8, ptr %36, align 1
  %38 = sext i8 %37 to i32
  %39 = icmp eq i32 %38, 48
  br i1 %39, label %40, label %71

40:
  %41 = load ptr, ptr %4, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 1
  %43 = load i8, ptr %42, align 1
  %44 = sext i8 %43 to i32
  %45 = or i32 %44, 32
  %46 = icmp eq i32 %45, 120
  br i1 %46, label %47, label %71

47:
  %48 = load ptr, ptr %4, align 8
  %49 = getelementptr inbounds i8, ptr %48, i64 2
  %50 = load i8, ptr %49, align 1
  %51 = sext i8 %50 to i32
  %52 = icmp eq i32 %51, 46
  br i1 %52, label %53, label %58

53:
  %54 = load ptr, ptr %4, align 8
  %55 = getelementptr inbounds i8, ptr %54, i64 3
  %56 = load i8, ptr %55, align 1
  %57 = sext i8 %56 to i32
  br label %63

58:
  %59 = load ptr, ptr %4, align 8
  %60 = getelementptr inbounds i8, ptr %59, i64 2
  %61 = load i8, ptr %60, align 1
  %62 = sext i8 %61 to i32
  br label %63

63:
  %64 = phi i32 [ %57, %53 ], [ %62, %58 ]
  %65 = trunc i32 %64 to i8
  %66 = call i32 @__sv_digit(i8 signext %65)
  %67 = icmp slt i32 %66, 16
  br i1 %67, label %68, label %71

68:
  store i32 16, ptr %5, align 4
  %69 = load ptr, ptr %4, align 8
  %70 = getelementptr inbounds i8, ptr %69, i64 2
  store ptr %70, ptr %4, align 8
  br label %71

71:
  store i64 0, ptr %9, align 8
  br label %72

72:
  %73 = load ptr, ptr %4, align 8
  %74 = load i8, ptr %73, align 1
  %75 = sext i8 %74 to i32
  %76 = icmp eq i32 %75, 46
  br i1 %76, label %77, label %81

77:
  %78 = load i32, ptr %8, align 4
  %79 = icmp ne i32 %78, 0
  br i1 %79, label %81, label %80

80:
  store i32 1, ptr %8, align 4
  br label %111

81:
  %82 = load ptr, ptr %4, align 8
  %83 = load i8, ptr %82, align 1
  %84 = call i32 @__sv_digit(i8 signext %83)
  store i32 %84, ptr %10, align 4
  %85 = load i32, ptr %10, align 4
  %86 = load i32, ptr %5, align 4
  %87 = icmp sge i32 %85, %86
  br i1 %87, label %88, label %89

88:
  br label %114

89:
  store i32 1, ptr %7, align 4
  %90 = load i64, ptr %9, align 8
  %91 = icmp ult i64 %90, 576460752303423487
  br i1 %91, label %92, label %103

92:
  %93 = load i64, ptr %9, align 8
  %94 = load i32, ptr %5, align 4
  %95 = sext i32 %94 to i64
  %96 = mul i64 %93, %95
  %97 = load i32, ptr %10, align 4
  %98 = sext i32 %97 to i64
  %99 = add i64 %96, %98
  store i64 %99, ptr %9, align 8
  %100 = load i32, ptr %8, align 4
  %101 = load i32, ptr %6, align 4
  %102 = sub nsw i32 %101, %100
  store i32 %102, ptr %6, align 4
  br label %110

103:
  %104 = load i32, ptr %8, align 4
  %105 = icmp ne i32 %104, 0
  %106 = xor i1 %105, true
  %107 = zext i1 %106 to i32
  %108 = load i32, ptr %6, align 4
  %109 = add nsw i32 %108, %107
  store i32 %109, ptr %6, align 4
  br label %110

110:
  br label %111

111:
  %112 = load ptr, ptr %4, align 8
  %113 = getelementptr inbounds nuw i8, ptr %112, i32 1
  store ptr %113, ptr %4, align 8
  br label %72

114:
  %115 = load i32, ptr %7, align 4
  %116 = icmp ne i32 %115, 0
  br i1 %116, label %118, label %117

117:
  store double 0.000000e+00, ptr %2, align 8
  br label %141

118:
  %119 = load ptr, ptr %4, align 8
  %120 = load ptr, ptr %3, align 8
  store ptr %119, ptr %120, align 8
  %121 = load i32, ptr %5, align 4
  %122 = icmp eq i32 %121, 16
  br i1 %122, label %123, label %132

123:
  %124 = load i64, ptr %9, align 8
  %125 = uitofp i64 %124 to double
  %126 = load i32, ptr %6, align 4
  %127 = mul nsw i32 4, %126
  %128 = load ptr, ptr %3, align 8
  %129 = call i32 @__sv_exponent(ptr %128, i8 signext 112)
  %130 = add nsw i32 %127, %129
  %131 = call double @__sv_scale(double %125, double 2.000000e+00, i32 %130)
  store double %131, ptr %2, align 8
  br label %141

132:
  %133 = load ptr, ptr %3, align 8
  %134 = call i32 @__sv_exponent(ptr %133, i8 signext 101)
  %135 = load i32, ptr %6, align 4
  %136 = add nsw i32 %135, %134
  store i32 %136, ptr %6, align 4
  %137 = load i64, ptr %9, align 8
  %138 = uitofp i64 %137 to double
  %139 = load i32, ptr %6, align 4
  %140 = call double @__sv_scale(double %138, double 1.000000e+01, i32 %139)
  store double %140, ptr %2, align 8
  br label %141

141:
  %142 = load double, ptr %2, align 8
  ret double %142
}

define internal double @__sv_scale(double %0, double %1, i32 %2) {
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca i32, align 4
  %8 = alloca double, align 8
  %9 = alloca i32, align 4
  %10 = alloca double, align 8
  store double %0, ptr %5, align 8
  store double %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store double 1.000000e+00, ptr %8, align 8
  %11 = load i32, ptr %7, align 4
  %12 = icmp slt i32 %11, 0
  br i1 %12, label %13, label %16

13:
  %14 = load i32, ptr %7, align 4
  %15 = sub nsw i32 0, %14
  br label %18

16:
  %17 = load i32, ptr %7, align 4
  br label %18

18:
  %19 = phi i32 [ %15, %13 ], [ %17, %16 ]
  store i32 %19, ptr %9, align 4
  %20 = load double, ptr %5, align 8
  %21 = fcmp oeq double %20, 0.000000e+00
  br i1 %21, label %22, label %24

22:
  %23 = load double, ptr %5, align 8
  store double %23, ptr %4, align 8
  br label %87

24:
  %25 = load i32, ptr %9, align 4
  %26 = icmp sgt i32 %25, 300
  br i1 %26, label %27, label %55

27:
  %28 = load double, ptr %6, align 8
  %29 = fcmp oeq double %28, 1.000000e+01
  br i1 %29, label %30, label %55

30:
  %31 = load double, ptr %5, align 8
  %32 = load double, ptr %6, align 8
  %33 = load i32, ptr %7, align 4
  %34 = icmp slt i32 %33, 0
  %35 = zext i1 %34 to i64
  %36 = select i1 %34, i32 -300, i32 300
  %37 = call double @__sv_scale(double %31, double %32, i32 %36)
  store double %37, ptr %10, align 8
  %38 = load i32, ptr %9, align 4
  %39 = icmp sgt i32 %38, 700
  br i1 %39, label %40, label %41

40:
  store i32 700, ptr %9, align 4
  br label %41

41:
  %42 = load double, ptr %10, align 8
  %43 = load double, ptr %6, align 8
  %44 = load i32, ptr %7, align 4
  %45 = icmp slt i32 %44, 0
  br i1 %45, label %46, label %49

46:
  %47 = load i32, ptr %9, align 4
  %48 = sub nsw i32 300, %47
  br label %52

49:
  %50 = load i32, ptr %9, align 4
  %51 = sub nsw i32 %50, 300
  br label %52

52:
  %53 = phi i32 [ %48, %46 ], [ %51, %49 ]
  %54 = call double @__sv_scale(double %42, double %43, i32 %53)
  store double %54, ptr %4, align 8
  br label %87

55:
  br label %56

56:
  %57 = load i32, ptr %9, align 4
  %58 = icmp sgt i32 %57, 0
  br i1 %58, label %59, label %74

59:
  %60 = load i32, ptr %9, align 4
  %61 = and i32 %60, 1
  %62 = icmp ne i32 %61, 0
  br i1 %62, label %63, label %67

63:
  %64 = load double, ptr %6, align 8
  %65 = load double, ptr %8, align 8
  %66 = fmul double %65, %64
  store double %66, ptr %8, align 8
  br label %67

67:
  br label %68

68:
  %69 = load i32, ptr %9, align 4
  %70 = ashr i32 %69, 1
  store i32 %70, ptr %9, align 4
  %71 = load double, ptr %6, align 8
  %72 = load double, ptr %6, align 8
  %73 = fmul double %72, %71
  store double %73, ptr %6, align 8
  br label %56

74:
  %75 = load i32, ptr %7, align 4
  %76 = icmp slt i32 %75, 0
  br i1 %76, label %77, label %81

77:
  %78 = load double, ptr %5, align 8
  %79 = load double, ptr %8, align 8
  %80 = fdiv double %78, %79
  br label %85

81:
  %82 = load double, ptr %5, align 8
  %83 = load double, ptr %8, align 8
  %84 = fmul double %82, %83
  br label %85

85:
  %86 = phi double [ %80, %77 ], [ %84, %81 ]
  store double %86, ptr %4, align 8
  br label %87

87:
  %88 = load double, ptr %4, align 8
  ret double %88
}

define internal i32 @__sv_exponent(ptr %0, i8 signext %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 1
  store ptr %11, ptr %6, align 8
  store i32 0, ptr %7, align 4
  store i32 0, ptr %8, align 4
  %12 = load ptr, ptr %4, align 8
  %13 = load ptr, ptr %12, align 8
  %14 = load i8, ptr %13, align 1
  %15 = sext i8 %14 to i32
  %16 = or i32 %15, 32
  %17 = load i8, ptr %5, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp ne i32 %16, %18
  br i1 %19, label %20, label %21

20:
  store i32 0, ptr %3, align 4
  br label %89

21:
  %22 = load ptr, ptr %6, align 8
  %23 = load i8, ptr %22, align 1
  %24 = sext i8 %23 to i32
  %25 = icmp eq i32 %24, 45
  br i1 %25, label %31, label %26

26:
  %27 = load ptr, ptr %6, align 8
  %28 = load i8, ptr %27, align 1
  %29 = sext i8 %28 to i32
  %30 = icmp eq i32 %29, 43
  br i1 %30, label %31, label %38

31:
  %32 = load ptr, ptr %6, align 8
  %33 = getelementptr inbounds nuw i8, ptr %32, i32 1
  store ptr %33, ptr %6, align 8
  %34 = load i8, ptr %32, align 1
  %35 = sext i8 %34 to i32
  %36 = icmp eq i32 %35, 45
  %37 = zext i1 %36 to i32
  store i32 %37, ptr %7, align 4
  br label %38

38:
  %39 = load ptr, ptr %6, align 8
  %40 = load i8, ptr %39, align 1
  %41 = sext i8 %40 to i32
  %42 = icmp slt i32 %41, 48
  br i1 %42, label %48, label %43

43:
  %44 = load ptr, ptr %6, align 8
  %45 = load i8, ptr %44, align 1
  %46 = sext i8 %45 to i32
  %47 = icmp sgt i32 %46, 57
  br i1 %47, label %48, label %49

48:
  store i32 0, ptr %3, align 4
  br label %89

49:
  br label %50

50:
  %51 = load ptr, ptr %6, align 8
  %52 = load i8, ptr %51, align 1
  %53 = sext i8 %52 to i32
  %54 = icmp sge i32 %53, 48
  br i1 %54, label %55, label %60

55:
  %56 = load ptr, ptr %6, align 8
  %57 = load i8, ptr %56, align 1
  %58 = sext i8 %57 to i32
  %59 = icmp sle i32 %58, 57
  br label %60

60:
  %61 = phi i1 [ false, %50 ], [ %59, %55 ]
  br i1 %61, label %62, label %77

62:
  %63 = load i32, ptr %8, align 4
  %64 = icmp slt i32 %63, 10000
  br i1 %64, label %65, label %73

65:
  %66 = load i32, ptr %8, align 4
  %67 = mul nsw i32 %66, 10
  %68 = load ptr, ptr %6, align 8
  %69 = load i8, ptr %68, align 1
  %70 = sext i8 %69 to i32
  %71 = sub nsw i32 %70, 48
  %72 = add nsw i32 %67, %71
  store i32 %72, ptr %8, align 4
  br label %73

73:
  br label %74

74:
  %75 = load ptr, ptr %6, align 8
  %76 = getelementptr inbounds nuw i8, ptr %75, i32 1
  store ptr %76, ptr %6, align 8
  br label %50

77:
  %78 = load ptr, ptr %6, align 8
  %79 = load ptr, ptr %4, align 8
  store ptr %78, ptr %79, align 8
  %80 = load i32, ptr %7, align 4
  %81 = icmp ne i32 %80, 0
  br i1 %81, label %82, label %85

82:
  %83 = load i32, ptr %8, align 4
  %84 = sub nsw i32 0, %83
  br label %87

85:
  %86 = load i32, ptr %8, align 4
  br label %87

87:
  %88 = phi i32 [ %84, %82 ], [ %86, %85 ]
  store i32 %88, ptr %3, align 4
  br label %89

89:
  %90 = load i32, ptr %3, align 4
  ret i32 %90
}

define internal i32 @__sv_order(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store ptr %4, ptr %10, align 8
  %11 = load ptr, ptr %8, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %18

13:
  %14 = load ptr, ptr %8, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = load ptr, ptr %7, align 8
  %17 = call i32 %14(ptr %15, ptr %16)
  br label %24

18:
  %19 = load ptr, ptr %9, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %10, align 8
  %23 = call i32 %19(ptr %20, ptr %21, ptr %22)
  br label %24

24:
  %25 = phi i32 [ %17, %13 ], [ %23, %18 ]
  ret i32 %25
}

define internal void @__sv_swap(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca [32 x i8], align 16
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store i64 0, ptr %8, align 8
  br label %10

10:
  %11 = load i64, ptr %8, align 8
  %12 = load i64, ptr %6, align 8
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %14, label %46

14:
  %15 = load i64, ptr %6, align 8
  %16 = load i64, ptr %8, align 8
  %17 = sub i64 %15, %16
  %18 = icmp ult i64 %17, 32
  br i1 %18, label %19, label %23

19:
  %20 = load i64, ptr %6, align 8
  %21 = load i64, ptr %8, align 8
  %22 = sub i64 %20, %21
  br label %24

23:
  br label %24

24:
  %25 = phi i64 [ %22, %19 ], [ 32, %23 ]
  store i64 %25, ptr %9, align 8
  %26 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 0
  %27 = load ptr, ptr %4, align 8
  %28 = load i64, ptr %8, align 8
  %29 = getelementptr inbounds nuw i8, ptr %27, i64 %28
  %30 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %26, ptr align 1 %29, i64 %30, i1 false)
  %31 = load ptr, ptr %4, align 8
  %32 = load i64, ptr %8, align 8
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 %32
  %34 = load ptr, ptr %5, align 8
  %35 = load i64, ptr %8, align 8
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 %35
  %37 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %33, ptr align 1 %36, i64 %37, i1 false)
  %38 = load ptr, ptr %5, align 8
  %39 = load i64, ptr %8, align 8
  %40 = getelementptr inbounds nuw i8, ptr %38, i64 %39
  %41 = getelementptr inbounds [32 x i8], ptr %7, i64 0, i64 0
  %42 = load i64, ptr %9, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %40, ptr align 16 %41, i64 %42, i1 false)
  br label %43

43:
  %44 = load i64, ptr %8, align 8
  %45 = add i64 %44, 32
  store i64 %45, ptr %8, align 8
  br label %10

46:
  ret void
}

define internal void @__sv_merge(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, ptr %6, ptr %7, ptr %8) {
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca i64, align 8
  %20 = alloca i64, align 8
  %21 = alloca i64, align 8
  %22 = alloca i64, align 8
  store ptr %0, ptr %10, align 8
  store ptr %1, ptr %11, align 8
  store i64 %2, ptr %12, align 8
  store i64 %3, ptr %13, align 8
  store i64 %4, ptr %14, align 8
  store i64 %5, ptr %15, align 8
  store ptr %6, ptr %16, align 8
  store ptr %7, ptr %17, align 8
  store ptr %8, ptr %18, align 8
  %23 = load i64, ptr %12, align 8
  store i64 %23, ptr %19, align 8
  %24 = load i64, ptr %13, align 8
  store i64 %24, ptr %20, align 8
  %25 = load i64, ptr %12, align 8
  store i64 %25, ptr %21, align 8
  br label %26

26:
  %27 = load i64, ptr %21, align 8
  %28 = load i64, ptr %14, align 8
  %29 = icmp ult i64 %27, %28
  br i1 %29, label %30, label %75

30:
  %31 = load i64, ptr %19, align 8
  %32 = load i64, ptr %13, align 8
  %33 = icmp ult i64 %31, %32
  br i1 %33, label %34, label %57

34:
  %35 = load i64, ptr %20, align 8
  %36 = load i64, ptr %14, align 8
  %37 = icmp uge i64 %35, %36
  br i1 %37, label %54, label %38

38:
  %39 = load ptr, ptr %10, align 8
  %40 = load i64, ptr %19, align 8
  %41 = load i64, ptr %15, align 8
  %42 = mul i64 %40, %41
  %43 = getelementptr inbounds nuw i8, ptr %39, i64 %42
  %44 = load ptr, ptr %10, align 8
  %45 = load i64, ptr %20, align 8
  %46 = load i64, ptr %15, align 8
  %47 = mul i64 %45, %46
  %48 = getelementptr inbounds nuw i8, ptr %44, i64 %47
  %49 = load ptr, ptr %16, align 8
  %50 = load ptr, ptr %17, align 8
  %51 = load ptr, ptr %18, align 8
  %52 = call i32 @__sv_order(ptr %43, ptr %48, ptr %49, ptr %50, ptr %51)
  %53 = icmp sle i32 %52, 0
  br i1 %53, label %54, label %57

54:
  %55 = load i64, ptr %19, align 8
  %56 = add i64 %55, 1
  store i64 %56, ptr %19, align 8
  store i64 %55, ptr %22, align 8
  br label %60

57:
  %58 = load i64, ptr %20, align 8
  %59 = add i64 %58, 1
  store i64 %59, ptr %20, align 8
  store i64 %58, ptr %22, align 8
  br label %60

60:
  %61 = load ptr, ptr %11, align 8
  %62 = load i64, ptr %21, align 8
  %63 = load i64, ptr %15, align 8
  %64 = mul i64 %62, %63
  %65 = getelementptr inbounds nuw i8, ptr %61, i64 %64
  %66 = load ptr, ptr %10, align 8
  %67 = load i64, ptr %22, align 8
  %68 = load i64, ptr %15, align 8
  %69 = mul i64 %67, %68
  %70 = getelementptr inbounds nuw i8, ptr %66, i64 %69
  %71 = load i64, ptr %15, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %65, ptr align 1 %70, i64 %71, i1 false)
  br label %72

72:
  %73 = load i64, ptr %21, align 8
  %74 = add i64 %73, 1
  store i64 %74, ptr %21, align 8
  br label %26

75:
  ret void
}

declare i32 @__selvedge_mutex_timedlock(ptr)

declare i32 @__selvedge_rw_tryrdlock(ptr)

declare i32 @__selvedge_rw_rdlock(ptr)

declare i32 @__selvedge_rw_trywrlock(ptr)

declare i32 @__selvedge_rw_wrlock(ptr)

declare i32 @__selvedge_sem_timedwait(ptr)

define internal i32 @__sv_below(i32 %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = load i32, ptr %3, align 4
  %7 = icmp ult i32 %5, %6
  br i1 %7, label %8, label %10

8:
  %9 = load i32, ptr %4, align 4
  br label %14

10:
  %11 = load i32, ptr %4, align 4
  %12 = load i32, ptr %3, align 4
  %13 = sub i32 %11, %12
  br label %14

14:
  %15 = phi i32 [ %9, %8 ], [ %13, %10 ]
  ret i32 %15
}

define internal ptr @__sv_find_document(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr @__sv_documents, align 8
  store ptr %4, ptr %3, align 8
  br label %5

5:
  %6 = load ptr, ptr %3, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %15

8:
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_document, ptr %9, i32 0, i32 1
  %11 = load ptr, ptr %10, align 8
  %12 = load ptr, ptr %2, align 8
  %13 = call i32 @__sv_strncmp(ptr %11, ptr %12, i64 -1)
  %14 = icmp ne i32 %13, 0
  br label %15

15:
  %16 = phi i1 [ false, %5 ], [ %14, %8 ]
  br i1 %16, label %17, label %21

17:
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw %struct.__sv_document, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8
  store ptr %20, ptr %3, align 8
  br label %5

21:
  %22 = load ptr, ptr %3, align 8
  ret ptr %22
}

define internal ptr @__sv_new_document(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = call ptr @__selvedge_heap_alloc(i64 40, i32 1)
  store ptr %4, ptr %3, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = call i64 @__sv_strlen(ptr %6)
  %8 = call ptr @__sv_duplicate(ptr %5, i64 %7)
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_document, ptr %9, i32 0, i32 1
  store ptr %8, ptr %10, align 8
  %11 = load ptr, ptr @__sv_documents, align 8
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_document, ptr %12, i32 0, i32 0
  store ptr %11, ptr %13, align 8
  %14 = load ptr, ptr %3, align 8
  store ptr %14, ptr @__sv_documents, align 8
  %15 = load ptr, ptr %3, align 8
  ret ptr %15
}

declare zeroext i8 @__selvedge_nondet_i8(ptr)

define internal i64 @__sv_put(ptr %0, ptr %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds nuw %struct.__sv_file, ptr %7, i32 0, i32 1
  %9 = load i32, ptr %8, align 8
  %10 = icmp eq i32 %9, 1
  br i1 %10, label %16, label %11

11:
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds nuw %struct.__sv_file, ptr %12, i32 0, i32 1
  %14 = load i32, ptr %13, align 8
  %15 = icmp eq i32 %14, 2
  br i1 %15, label %16, label %27

16:
  %17 = load i64, ptr %6, align 8
  %18 = icmp ugt i64 %17, 0
  br i1 %18, label %19, label %26

19:
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds nuw %struct.__sv_file, ptr %20, i32 0, i32 1
  %22 = load i32, ptr %21, align 8
  %23 = load ptr, ptr %5, align 8
  %24 = load i64, ptr %6, align 8
  %25 = call i32 @__selvedge_print_write(i32 %22, ptr %23, i64 %24)
  br label %26

26:
  br label %45

27:
  %28 = load ptr, ptr %4, align 8
  %29 = getelementptr inbounds nuw %struct.__sv_file, ptr %28, i32 0, i32 6
  %30 = load ptr, ptr %29, align 8
  %31 = icmp ne ptr %30, null
  br i1 %31, label %32, label %44

32:
  %33 = load ptr, ptr %4, align 8
  %34 = getelementptr inbounds nuw %struct.__sv_file, ptr %33, i32 0, i32 0
  %35 = call i32 @__selvedge_mutex_lock(ptr %34)
  %36 = load ptr, ptr %4, align 8
  %37 = load i64, ptr %6, align 8
  %38 = call ptr @__sv_room(ptr %36, i64 %37)
  %39 = load ptr, ptr %5, align 8
  %40 = load i64, ptr %6, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %38, ptr align 1 %39, i64 %40, i1 false)
  %41 = load ptr, ptr %4, align 8
  %42 = getelementptr inbounds nuw %struct.__sv_file, ptr %41, i32 0, i32 0
  %43 = call i32 @__selvedge_mutex_unlock(ptr %42)
  br label %44

44:
  br label %45

45:
  %46 = load i64, ptr %6, align 8
  ret i64 %46
}

define internal ptr @__sv_room(ptr %0, i64 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_file, ptr %8, i32 0, i32 6
  %10 = load ptr, ptr %9, align 8
  store ptr %10, ptr %5, align 8
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds nuw %struct.__sv_file, ptr %11, i32 0, i32 5
  %13 = load i32, ptr %12, align 8
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %21

15:
  %16 = load ptr, ptr %5, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_document, ptr %16, i32 0, i32 3
  %18 = load i64, ptr %17, align 8
  %19 = load ptr, ptr %3, align 8
  %20 = getelementptr inbounds nuw %struct.__sv_file, ptr %19, i32 0, i32 7
  store i64 %18, ptr %20, align 8
  br label %21

21:
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds nuw %struct.__sv_file, ptr %22, i32 0, i32 7
  %24 = load i64, ptr %23, align 8
  %25 = load i64, ptr %4, align 8
  %26 = add i64 %24, %25
  store i64 %26, ptr %6, align 8
  %27 = load i64, ptr %6, align 8
  %28 = load ptr, ptr %5, align 8
  %29 = getelementptr inbounds nuw %struct.__sv_document, ptr %28, i32 0, i32 4
  %30 = load i64, ptr %29, align 8
  %31 = icmp ugt i64 %27, %30
  br i1 %31, label %32, label %46

32:
  %33 = load i64, ptr %6, align 8
  %34 = mul i64 %33, 2
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds nuw %struct.__sv_document, ptr %35, i32 0, i32 4
  store i64 %34, ptr %36, align 8
  %37 = load ptr, ptr %5, align 8
  %38 = getelementptr inbounds nuw %struct.__sv_document, ptr %37, i32 0, i32 2
  %39 = load ptr, ptr %38, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = getelementptr inbounds nuw %struct.__sv_document, ptr %40, i32 0, i32 4
  %42 = load i64, ptr %41, align 8
  %43 = call ptr @__sv_realloc(ptr %39, i64 %42)
  %44 = load ptr, ptr %5, align 8
  %45 = getelementptr inbounds nuw %struct.__sv_document, ptr %44, i32 0, i32 2
  store ptr %43, ptr %45, align 8
  br label %46

46:
  br label %47

47:
  %48 = load ptr, ptr %5, align 8
  %49 = getelementptr inbounds nuw %struct.__sv_document, ptr %48, i32 0, i32 3
  %50 = load i64, ptr %49, align 8
  %51 = load ptr, ptr %3, align 8
  %52 = getelementptr inbounds nuw %struct.__sv_file, ptr %51, i32 0, i32 7
  %53 = load i64, ptr %52, align 8
  %54 = icmp ult i64 %50, %53
  br i1 %54, label %55, label %64

55:
  %56 = load ptr, ptr %5, align 8
  %57 = getelementptr inbounds nuw %struct.__sv_document, ptr %56, i32 0, i32 2
  %58 = load ptr, ptr %57, align 8
  %59 = load ptr, ptr %5, align 8
  %60 = getelementptr inbounds nuw %struct.__sv_document, ptr %59, i32 0, i32 3
  %61 = load i64, ptr %60, align 8
  %62 = add i64 %61, 1
  store i64 %62, ptr %60, align 8
  %63 = getelementptr inbounds nuw i8, ptr %58, i64 %61
  store i8 0, ptr %63, align 1
  br label %47

64:
  %65 = load i64, ptr %6, align 8
  %66 = load ptr, ptr %5, align 8
  %67 = getelementptr inbounds nuw %struct.__sv_document, ptr %66, i32 0, i32 3
  %68 = load i64, ptr %67, align 8
  %69 = icmp ugt i64 %65, %68
  br i1 %69, label %70, label %74

70:
  %71 = load i64, ptr %6, align 8
  %72 = load ptr, ptr %5, align 8
  %73 = getelementptr inbounds nuw %struct.__sv_document, ptr %72, i32 0, i32 3
  store i64 %71, ptr %73, align 8
  br label %74

74:
  %75 = load ptr, ptr %5, align 8
  %76 = getelementptr inbounds nuw %struct.__sv_document, ptr %75, i32 0, i32 2
  %77 = load ptr, ptr %76, align 8
  %78 = load ptr, ptr %3, align 8
  %79 = getelementptr inbounds nuw %struct.__sv_file, ptr %78, i32 0, i32 7
  %80 = load i64, ptr %79, align 8
  %81 = getelementptr inbounds nuw i8, ptr %77, i64 %80
  store ptr %81, ptr %7, align 8
  %82 = load i64, ptr %6, align 8
  %83 = load ptr, ptr %3, align 8
  %84 = getelementptr inbounds nuw %struct.__sv_file, ptr %83, i32 0, i32 7
  store i64 %82, ptr %84, align 8
  %85 = load ptr, ptr %7, align 8
  ret ptr %85
}

declare i32 @__selvedge_print_fputs(ptr)

declare void @llvm.va_copy.p0(ptr, ptr)

define internal i32 @__sv_scanf(ptr %0, ptr %1, ptr %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i8, align 1
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store i32 0, ptr %8, align 4
  br label %15

15:
  %16 = load ptr, ptr %6, align 8
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp ne i32 %18, 0
  br i1 %19, label %20, label %167

20:
  store i32 0, ptr %10, align 4
  store i32 0, ptr %11, align 4
  %21 = load ptr, ptr %6, align 8
  %22 = load i8, ptr %21, align 1
  %23 = sext i8 %22 to i32
  %24 = icmp ne i32 %23, 37
  br i1 %24, label %31, label %25

25:
  %26 = load ptr, ptr %6, align 8
  %27 = getelementptr inbounds i8, ptr %26, i64 1
  %28 = load i8, ptr %27, align 1
  %29 = sext i8 %28 to i32
  %30 = icmp eq i32 %29, 37
  br i1 %30, label %31, label %56

31:
  %32 = load ptr, ptr %6, align 8
  %33 = load i8, ptr %32, align 1
  %34 = sext i8 %33 to i32
  %35 = icmp eq i32 %34, 37
  %36 = zext i1 %35 to i8
  store i8 %36, ptr %12, align 1
  %37 = load i8, ptr %12, align 1
  %38 = trunc i8 %37 to i1
  %39 = zext i1 %38 to i32
  %40 = load ptr, ptr %6, align 8
  %41 = sext i32 %39 to i64
  %42 = getelementptr inbounds i8, ptr %40, i64 %41
  store ptr %42, ptr %6, align 8
  %43 = load i8, ptr %12, align 1
  %44 = trunc i8 %43 to i1
  br i1 %44, label %45, label %51

45:
  %46 = load ptr, ptr %5, align 8
  %47 = call zeroext i1 @__sv_scan_arbitrary(ptr %46)
  br i1 %47, label %51, label %48

48:
  %49 = load ptr, ptr %5, align 8
  %50 = call i32 @__sv_scan_skip_space(ptr %49)
  br label %51

51:
  %52 = load ptr, ptr %5, align 8
  %53 = load ptr, ptr %6, align 8
  %54 = load i8, ptr %53, align 1
  %55 = call i32 @__sv_scan_literal(ptr %52, i8 signext %54)
  store i32 %55, ptr %9, align 4
  br label %148

56:
  %57 = load ptr, ptr %6, align 8
  %58 = getelementptr inbounds nuw i8, ptr %57, i32 1
  store ptr %58, ptr %6, align 8
  %59 = load ptr, ptr %6, align 8
  %60 = load i8, ptr %59, align 1
  %61 = sext i8 %60 to i32
  %62 = icmp eq i32 %61, 42
  br i1 %62, label %63, label %66

63:
  store i32 1, ptr %10, align 4
  %64 = load ptr, ptr %6, align 8
  %65 = getelementptr inbounds nuw i8, ptr %64, i32 1
  store ptr %65, ptr %6, align 8
  br label %66

66:
  br label %67

67:
  %68 = load ptr, ptr %6, align 8
  %69 = load i8, ptr %68, align 1
  %70 = sext i8 %69 to i32
  %71 = icmp sge i32 %70, 48
  br i1 %71, label %72, label %77

72:
  %73 = load ptr, ptr %6, align 8
  %74 = load i8, ptr %73, align 1
  %75 = sext i8 %74 to i32
  %76 = icmp sle i32 %75, 57
  br label %77

77:
  %78 = phi i1 [ false, %67 ], [ %76, %72 ]
  br i1 %78, label %79, label %90

79:
  %80 = load i32, ptr %11, align 4
  %81 = mul nsw i32 %80, 10
  %82 = load ptr, ptr %6, align 8
  %83 = load i8, ptr %82, align 1
  %84 = sext i8 %83 to i32
  %85 = sub nsw i32 %84, 48
  %86 = add nsw i32 %81, %85
  store i32 %86, ptr %11, align 4
  br label %87

87:
  %88 = load ptr, ptr %6, align 8
  %89 = getelementptr inbounds nuw i8, ptr %88, i32 1
  store ptr %89, ptr %6, align 8
  br label %67

90:
  %91 = call i32 @__sv_scan_size(ptr %6)
  store i32 %91, ptr %13, align 4
  %92 = load i32, ptr %10, align 4
  %93 = icmp ne i32 %92, 0
  br i1 %93, label %94, label %95

94:
  br label %112

95:
  %96 = load ptr, ptr %7, align 8
  %97 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %96, i32 0, i32 0
  %98 = load i32, ptr %97, align 8
  %99 = icmp ule i32 %98, 40
  br i1 %99, label %100, label %105

100:
  %101 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %96, i32 0, i32 3
  %102 = load ptr, ptr %101, align 8
  %103 = getelementptr i8, ptr %102, i32 %98
  %104 = add i32 %98, 8
  store i32 %104, ptr %97, align 8
  br label %109

105:
  %106 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %96, i32 0, i32 2
  %107 = load ptr, ptr %106, align 8
  %108 = getelementptr i8, ptr %107, i32 8
  store ptr %108, ptr %106, align 8
  br label %109

109:
  %110 = phi ptr [ %103, %100 ], [ %107, %105 ]
  %111 = load ptr, ptr %110, align 8
  br label %112

112:
  %113 = phi ptr [ null, %94 ], [ %111, %109 ]
  store ptr %113, ptr %14, align 8
  %114 = load ptr, ptr %6, align 8
  %115 = load i8, ptr %114, align 1
  %116 = sext i8 %115 to i32
  %117 = icmp eq i32 %116, 110
  br i1 %117, label %118, label %133

118:
  %119 = load ptr, ptr %5, align 8
  %120 = call zeroext i1 @__sv_scan_arbitrary(ptr %119)
  br i1 %120, label %121, label %122

121:
  call void @__selvedge_unsupported(ptr @.str.119)
  unreachable

122:
  %123 = load ptr, ptr %14, align 8
  %124 = icmp ne ptr %123, null
  br i1 %124, label %125, label %132

125:
  %126 = load ptr, ptr %14, align 8
  %127 = load i32, ptr %13, align 4
  %128 = load ptr, ptr %5, align 8
  %129 = getelementptr inbounds nuw %struct.__sv_scan, ptr %128, i32 0, i32 2
  %130 = load i32, ptr %129, align 8
  %131 = sext i32 %130 to i64
  call void @__sv_scan_store(ptr %126, i32 %127, i64 %131)
  br label %132

132:
  br label %164

133:
  %134 = load ptr, ptr %5, align 8
  %135 = load ptr, ptr %14, align 8
  %136 = load i32, ptr %11, align 4
  %137 = load i32, ptr %13, align 4
  %138 = call i32 @__sv_scan_conversion(ptr %134, ptr %6, ptr %135, i32 %136, i32 %137)
  store i32 %138, ptr %9, align 4
  %139 = load i32, ptr %9, align 4
  %140 = icmp eq i32 %139, 1
  br i1 %140, label %141, label %147

141:
  %142 = load i32, ptr %10, align 4
  %143 = icmp ne i32 %142, 0
  br i1 %143, label %147, label %144

144:
  %145 = load i32, ptr %8, align 4
  %146 = add nsw i32 %145, 1
  store i32 %146, ptr %8, align 4
  br label %147

147:
  br label %148

148:
  %149 = load i32, ptr %9, align 4
  %150 = icmp slt i32 %149, 0
  br i1 %150, label %151, label %159

151:
  %152 = load i32, ptr %8, align 4
  %153 = icmp sgt i32 %152, 0
  br i1 %153, label %154, label %156

154:
  %155 = load i32, ptr %8, align 4
  br label %157

156:
  br label %157

157:
  %158 = phi i32 [ %155, %154 ], [ -1, %156 ]
  store i32 %158, ptr %4, align 4
  br label %169

159:
  %160 = load i32, ptr %9, align 4
  %161 = icmp eq i32 %160, 0
  br i1 %161, label %162, label %163

162:
  br label %167

163:
  br label %164

164:
  %165 = load ptr, ptr %6, align 8
  %166 = getelementptr inbounds nuw i8, ptr %165, i32 1
  store ptr %166, ptr %6, align 8
  br label %15

167:
  %168 = load i32, ptr %8, align 4
  store i32 %168, ptr %4, align 4
  br label %169

169:
  %170 = load i32, ptr %4, align 4
  ret i32 %170
}

define internal zeroext i1 @__sv_scan_arbitrary(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %struct.__sv_scan, ptr %3, i32 0, i32 0
  %5 = load ptr, ptr %4, align 8
  %6 = icmp ne ptr %5, null
  br i1 %6, label %15, label %7

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.__sv_scan, ptr %8, i32 0, i32 1
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw %struct.__sv_file, ptr %10, i32 0, i32 6
  %12 = load ptr, ptr %11, align 8
  %13 = icmp ne ptr %12, null
  %14 = xor i1 %13, true
  br label %15

15:
  %16 = phi i1 [ false, %1 ], [ %14, %7 ]
  ret i1 %16
}

define internal i32 @__sv_scan_skip_space(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  br label %4

4:
  %5 = load ptr, ptr %2, align 8
  %6 = call i32 @__sv_scan_next(ptr %5)
  store i32 %6, ptr %3, align 4
  br label %7

7:
  %8 = load i32, ptr %3, align 4
  %9 = icmp ne i32 %8, -1
  br i1 %9, label %10, label %14

10:
  %11 = load i32, ptr %3, align 4
  %12 = call i32 @__sv_is_space(i32 %11)
  %13 = icmp ne i32 %12, 0
  br label %14

14:
  %15 = phi i1 [ false, %7 ], [ %13, %10 ]
  br i1 %15, label %4, label %16

16:
  %17 = load ptr, ptr %2, align 8
  %18 = load i32, ptr %3, align 4
  call void @__sv_scan_back(ptr %17, i32 %18)
  %19 = load i32, ptr %3, align 4
  ret i32 %19
}

define internal i32 @__sv_scan_literal(ptr %0, i8 signext %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  %7 = load i8, ptr %5, align 1
  %8 = zext i8 %7 to i32
  %9 = call i32 @__sv_is_space(i32 %8)
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %18

11:
  %12 = load ptr, ptr %4, align 8
  %13 = call zeroext i1 @__sv_scan_arbitrary(ptr %12)
  br i1 %13, label %17, label %14

14:
  %15 = load ptr, ptr %4, align 8
  %16 = call i32 @__sv_scan_skip_space(ptr %15)
  br label %17

17:
  store i32 1, ptr %3, align 4
  br label %33

18:
  %19 = load ptr, ptr %4, align 8
  %20 = call i32 @__sv_scan_next(ptr %19)
  store i32 %20, ptr %6, align 4
  %21 = load i32, ptr %6, align 4
  %22 = load i8, ptr %5, align 1
  %23 = zext i8 %22 to i32
  %24 = icmp eq i32 %21, %23
  br i1 %24, label %25, label %26

25:
  store i32 1, ptr %3, align 4
  br label %33

26:
  %27 = load ptr, ptr %4, align 8
  %28 = load i32, ptr %6, align 4
  call void @__sv_scan_back(ptr %27, i32 %28)
  %29 = load i32, ptr %6, align 4
  %30 = icmp eq i32 %29, -1
  %31 = zext i1 %30 to i64
  %32 = select i1 %30, i32 -1, i32 0
  store i32 %32, ptr %3, align 4
  br label %33

33:
  %34 = load i32, ptr %3, align 4
  ret i32 %34
}

define internal i32 @__sv_scan_size(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  store i32 4, ptr %3, align 4
  br label %4

4:
  %5 = load ptr, ptr %2, align 8
  %6 = load ptr, ptr %5, align 8
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  switch i32 %8, label %16 [
    i32 104, label %9
    i32 108, label %14
    i32 122, label %14
    i32 106, label %14
    i32 116, label %14
    i32 113, label %14
    i32 76, label %15
  ]

9:
  %10 = load i32, ptr %3, align 4
  %11 = icmp eq i32 %10, 2
  %12 = zext i1 %11 to i64
  %13 = select i1 %11, i32 1, i32 2
  store i32 %13, ptr %3, align 4
  br label %18

14:
  store i32 8, ptr %3, align 4
  br label %18

15:
  call void @__selvedge_unsupported(ptr @.str.120)
  unreachable

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17

18:
  br label %19

19:
  %20 = load ptr, ptr %2, align 8
  %21 = load ptr, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %21, i32 1
  store ptr %22, ptr %20, align 8
  br label %4
}

define internal void @__sv_scan_store(ptr %0, i32 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i64 %2, ptr %6, align 8
  %7 = load i32, ptr %5, align 4
  switch i32 %7, label %20 [
    i32 1, label %8
    i32 2, label %12
    i32 4, label %16
  ]

8:
  %9 = load i64, ptr %6, align 8
  %10 = trunc i64 %9 to i8
  %11 = load ptr, ptr %4, align 8
  store i8 %10, ptr %11, align 1
  br label %23

12:
  %13 = load i64, ptr %6, align 8
  %14 = trunc i64 %13 to i16
  %15 = load ptr, ptr %4, align 8
  store i16 %14, ptr %15, align 2
  br label %23

16:
  %17 = load i64, ptr %6, align 8
  %18 = trunc i64 %17 to i32
  %19 = load ptr, ptr %4, align 8
  store i32 %18, ptr %19, align 4
  br label %23

20:
  %21 = load i64, ptr %6, align 8
  %22 = load ptr, ptr %4, align 8
  store i64 %21, ptr %22, align 8
  br label %23

23:
  ret void
}

define internal i32 @__sv_scan_conversion(ptr %0, ptr %1, ptr %2, i32 %3, i32 %4) {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca i8, align 1
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store i32 %3, ptr %10, align 4
  store i32 %4, ptr %11, align 4
  store ptr null, ptr %12, align 8
  store ptr null, ptr %13, align 8
  store i32 0, ptr %14, align 4
  %16 = load ptr, ptr %8, align 8
  %17 = load ptr, ptr %16, align 8
  %18 = load i8, ptr %17, align 1
  store i8 %18, ptr %15, align 1
  %19 = load i8, ptr %15, align 1
  %20 = sext i8 %19 to i32
  switch i32 %20, label %119 [
    i32 100, label %21
    i32 105, label %27
    i32 117, label %33
    i32 111, label %39
    i32 120, label %45
    i32 88, label %45
    i32 112, label %51
    i32 101, label %56
    i32 69, label %56
    i32 102, label %56
    i32 70, label %56
    i32 103, label %56
    i32 71, label %56
    i32 97, label %56
    i32 91, label %62
    i32 99, label %110
    i32 115, label %110
  ]

21:
  %22 = load ptr, ptr %7, align 8
  %23 = load ptr, ptr %9, align 8
  %24 = load i32, ptr %10, align 4
  %25 = load i32, ptr %11, align 4
  %26 = call i32 @__sv_scan_numeric(ptr %22, ptr %23, i32 %24, i32 %25, i32 10, i32 0, i32 1)
  store i32 %26, ptr %6, align 4
  br label %120

27:
  %28 = load ptr, ptr %7, align 8
  %29 = load ptr, ptr %9, align 8
  %30 = load i32, ptr %10, align 4
  %31 = load i32, ptr %11, align 4
  %32 = call i32 @__sv_scan_numeric(ptr %28, ptr %29, i32 %30, i32 %31, i32 0, i32 0, i32 1)
  store i32 %32, ptr %6, align 4
  br label %120

33:
  %34 = load ptr, ptr %7, align 8
  %35 = load ptr, ptr %9, align 8
  %36 = load i32, ptr %10, align 4
  %37 = load i32, ptr %11, align 4
  %38 = call i32 @__sv_scan_numeric(ptr %34, ptr %35, i32 %36, i32 %37, i32 10, i32 0, i32 0)
  store i32 %38, ptr %6, align 4
  br label %120

39:
  %40 = load ptr, ptr %7, align 8
  %41 = load ptr, ptr %9, align 8
  %42 = load i32, ptr %10, align 4
  %43 = load i32, ptr %11, align 4
  %44 = call i32 @__sv_scan_numeric(ptr %40, ptr %41, i32 %42, i32 %43, i32 8, i32 0, i32 0)
  store i32 %44, ptr %6, align 4
  br label %120

45:
  %46 = load ptr, ptr %7, align 8
  %47 = load ptr, ptr %9, align 8
  %48 = load i32, ptr %10, align 4
  %49 = load i32, ptr %11, align 4
  %50 = call i32 @__sv_scan_numeric(ptr %46, ptr %47, i32 %48, i32 %49, i32 16, i32 0, i32 0)
  store i32 %50, ptr %6, align 4
  br label %120

51:
  %52 = load ptr, ptr %7, align 8
  %53 = load ptr, ptr %9, align 8
  %54 = load i32, ptr %10, align 4
  %55 = call i32 @__sv_scan_numeric(ptr %52, ptr %53, i32 %54, i32 8, i32 16, i32 0, i32 0)
  store i32 %55, ptr %6, align 4
  br label %120

56:
  %57 = load ptr, ptr %7, align 8
  %58 = load ptr, ptr %9, align 8
  %59 = load i32, ptr %10, align 4
  %60 = load i32, ptr %11, align 4
  %61 = call i32 @__sv_scan_numeric(ptr %57, ptr %58, i32 %59, i32 %60, i32 10, i32 1, i32 1)
  store i32 %61, ptr %6, align 4
  br label %120

62:
  %63 = load ptr, ptr %8, align 8
  %64 = load ptr, ptr %63, align 8
  %65 = getelementptr inbounds i8, ptr %64, i64 1
  %66 = load i8, ptr %65, align 1
  %67 = sext i8 %66 to i32
  %68 = icmp eq i32 %67, 94
  %69 = zext i1 %68 to i32
  store i32 %69, ptr %14, align 4
  %70 = load ptr, ptr %8, align 8
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds i8, ptr %71, i64 1
  %73 = load i32, ptr %14, align 4
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds i8, ptr %72, i64 %74
  store ptr %75, ptr %12, align 8
  %76 = load ptr, ptr %12, align 8
  %77 = load ptr, ptr %12, align 8
  %78 = load i8, ptr %77, align 1
  %79 = sext i8 %78 to i32
  %80 = icmp eq i32 %79, 93
  %81 = zext i1 %80 to i32
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds i8, ptr %76, i64 %82
  store ptr %83, ptr %13, align 8
  br label %84

84:
  %85 = load ptr, ptr %13, align 8
  %86 = load i8, ptr %85, align 1
  %87 = sext i8 %86 to i32
  %88 = icmp ne i32 %87, 0
  br i1 %88, label %89, label %94

89:
  %90 = load ptr, ptr %13, align 8
  %91 = load i8, ptr %90, align 1
  %92 = sext i8 %91 to i32
  %93 = icmp ne i32 %92, 93
  br label %94

94:
  %95 = phi i1 [ false, %84 ], [ %93, %89 ]
  br i1 %95, label %96, label %99

96:
  %97 = load ptr, ptr %13, align 8
  %98 = getelementptr inbounds nuw i8, ptr %97, i32 1
  store ptr %98, ptr %13, align 8
  br label %84

99:
  %100 = load ptr, ptr %13, align 8
  %101 = load ptr, ptr %8, align 8
  store ptr %100, ptr %101, align 8
  %102 = load ptr, ptr %7, align 8
  %103 = load ptr, ptr %9, align 8
  %104 = load i32, ptr %10, align 4
  %105 = load i8, ptr %15, align 1
  %106 = load ptr, ptr %12, align 8
  %107 = load ptr, ptr %13, align 8
  %108 = load i32, ptr %14, align 4
  %109 = call i32 @__sv_scan_text(ptr %102, ptr %103, i32 %104, i8 signext %105, ptr %106, ptr %107, i32 %108)
  store i32 %109, ptr %6, align 4
  br label %120

110:
  %111 = load ptr, ptr %7, align 8
  %112 = load ptr, ptr %9, align 8
  %113 = load i32, ptr %10, align 4
  %114 = load i8, ptr %15, align 1
  %115 = load ptr, ptr %12, align 8
  %116 = load ptr, ptr %13, align 8
  %117 = load i32, ptr %14, align 4
  %118 = call i32 @__sv_scan_text(ptr %111, ptr %112, i32 %113, i8 signext %114, ptr %115, ptr %116, i32 %117)
  store i32 %118, ptr %6, align 4
  br label %120

119:
  call void @__selvedge_unsupported(ptr @.str.121)
  unreachable

120:
  %121 = load i32, ptr %6, align 4
  ret i32 %121
}

define internal i32 @__sv_scan_next(ptr %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = getelementptr inbounds nuw %struct.__sv_scan, ptr %4, i32 0, i32 0
  %6 = load ptr, ptr %5, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %25

8:
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_scan, ptr %9, i32 0, i32 0
  %11 = load ptr, ptr %10, align 8
  %12 = load i8, ptr %11, align 1
  %13 = sext i8 %12 to i32
  %14 = icmp ne i32 %13, 0
  br i1 %14, label %15, label %22

15:
  %16 = load ptr, ptr %2, align 8
  %17 = getelementptr inbounds nuw %struct.__sv_scan, ptr %16, i32 0, i32 0
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %18, i32 1
  store ptr %19, ptr %17, align 8
  %20 = load i8, ptr %18, align 1
  %21 = zext i8 %20 to i32
  br label %23

22:
  br label %23

23:
  %24 = phi i32 [ %21, %15 ], [ -1, %22 ]
  store i32 %24, ptr %3, align 4
  br label %30

25:
  %26 = load ptr, ptr %2, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_scan, ptr %26, i32 0, i32 1
  %28 = load ptr, ptr %27, align 8
  %29 = call i32 @__sv_get(ptr %28)
  store i32 %29, ptr %3, align 4
  br label %30

30:
  %31 = load i32, ptr %3, align 4
  %32 = icmp ne i32 %31, -1
  br i1 %32, label %33, label %38

33:
  %34 = load ptr, ptr %2, align 8
  %35 = getelementptr inbounds nuw %struct.__sv_scan, ptr %34, i32 0, i32 2
  %36 = load i32, ptr %35, align 8
  %37 = add nsw i32 %36, 1
  store i32 %37, ptr %35, align 8
  br label %38

38:
  %39 = load i32, ptr %3, align 4
  ret i32 %39
}

define internal void @__sv_scan_back(ptr %0, i32 %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, -1
  br i1 %6, label %7, label %8

7:
  br label %28

8:
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds nuw %struct.__sv_scan, ptr %9, i32 0, i32 2
  %11 = load i32, ptr %10, align 8
  %12 = add nsw i32 %11, -1
  store i32 %12, ptr %10, align 8
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds nuw %struct.__sv_scan, ptr %13, i32 0, i32 0
  %15 = load ptr, ptr %14, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %17, label %22

17:
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds nuw %struct.__sv_scan, ptr %18, i32 0, i32 0
  %20 = load ptr, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %20, i32 -1
  store ptr %21, ptr %19, align 8
  br label %28

22:
  %23 = load i32, ptr %4, align 4
  %24 = load ptr, ptr %3, align 8
  %25 = getelementptr inbounds nuw %struct.__sv_scan, ptr %24, i32 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw %struct.__sv_file, ptr %26, i32 0, i32 2
  store i32 %23, ptr %27, align 4
  br label %28

28:
  ret void
}

define internal i32 @__sv_scan_numeric(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6) {
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca i32, align 4
  %15 = alloca i32, align 4
  %16 = alloca [64 x i8], align 16
  %17 = alloca ptr, align 8
  %18 = alloca double, align 8
  %19 = alloca i64, align 8
  store ptr %0, ptr %9, align 8
  store ptr %1, ptr %10, align 8
  store i32 %2, ptr %11, align 4
  store i32 %3, ptr %12, align 4
  store i32 %4, ptr %13, align 4
  store i32 %5, ptr %14, align 4
  store i32 %6, ptr %15, align 4
  %20 = load ptr, ptr %9, align 8
  %21 = call zeroext i1 @__sv_scan_arbitrary(ptr %20)
  br i1 %21, label %22, label %69

22:
  %23 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.112)
  br i1 %23, label %24, label %25

24:
  store i32 -1, ptr %8, align 4
  br label %136

25:
  %26 = call zeroext i1 @__selvedge_nondet_i1(ptr @.str.122)
  br i1 %26, label %27, label %28

27:
  store i32 0, ptr %8, align 4
  br label %136

28:
  %29 = load ptr, ptr %10, align 8
  %30 = icmp ne ptr %29, null
  br i1 %30, label %31, label %40

31:
  %32 = load i32, ptr %14, align 4
  %33 = icmp ne i32 %32, 0
  br i1 %33, label %34, label %40

34:
  %35 = load i32, ptr %12, align 4
  %36 = icmp eq i32 %35, 4
  br i1 %36, label %37, label %40

37:
  %38 = call float @__selvedge_nondet_f32(ptr @.str.77)
  %39 = load ptr, ptr %10, align 8
  store float %38, ptr %39, align 4
  br label %68

40:
  %41 = load ptr, ptr %10, align 8
  %42 = icmp ne ptr %41, null
  br i1 %42, label %43, label %49

43:
  %44 = load i32, ptr %14, align 4
  %45 = icmp ne i32 %44, 0
  br i1 %45, label %46, label %49

46:
  %47 = call double @__selvedge_nondet_f64(ptr @.str.77)
  %48 = load ptr, ptr %10, align 8
  store double %47, ptr %48, align 8
  br label %67

49:
  %50 = load ptr, ptr %10, align 8
  %51 = icmp ne ptr %50, null
  br i1 %51, label %52, label %58

52:
  %53 = load i32, ptr %12, align 4
  %54 = icmp eq i32 %53, 4
  br i1 %54, label %55, label %58

55:
  %56 = call i32 @__selvedge_nondet_i32(ptr @.str.77)
  %57 = load ptr, ptr %10, align 8
  store i32 %56, ptr %57, align 4
  br label %66

58:
  %59 = load ptr, ptr %10, align 8
  %60 = icmp ne ptr %59, null
  br i1 %60, label %61, label %65

61:
  %62 = load ptr, ptr %10, align 8
  %63 = load i32, ptr %12, align 4
  %64 = call i64 @__selvedge_nondet_i64(ptr @.str.77)
  call void @__sv_scan_store(ptr %62, i32 %63, i64 %64)
  br label %65

65:
  br label %66

66:
  br label %67

67:
  br label %68

68:
  store i32 1, ptr %8, align 4
  br label %136

69:
  %70 = load ptr, ptr %9, align 8
  %71 = call i32 @__sv_scan_skip_space(ptr %70)
  %72 = icmp eq i32 %71, -1
  br i1 %72, label %73, label %74

73:
  store i32 -1, ptr %8, align 4
  br label %136

74:
  %75 = load ptr, ptr %9, align 8
  %76 = getelementptr inbounds [64 x i8], ptr %16, i64 0, i64 0
  %77 = load i32, ptr %11, align 4
  %78 = load i32, ptr %13, align 4
  %79 = load i32, ptr %14, align 4
  %80 = call i32 @__sv_scan_number(ptr %75, ptr %76, i32 %77, i32 %78, i32 %79)
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %83

82:
  store i32 0, ptr %8, align 4
  br label %136

83:
  %84 = load i32, ptr %14, align 4
  %85 = icmp ne i32 %84, 0
  br i1 %85, label %86, label %111

86:
  %87 = getelementptr inbounds [64 x i8], ptr %16, i64 0, i64 0
  %88 = call double @__sv_strtod(ptr %87, ptr %17)
  store double %88, ptr %18, align 8
  %89 = load ptr, ptr %17, align 8
  %90 = getelementptr inbounds [64 x i8], ptr %16, i64 0, i64 0
  %91 = icmp eq ptr %89, %90
  br i1 %91, label %92, label %93

92:
  store i32 0, ptr %8, align 4
  br label %136

93:
  %94 = load ptr, ptr %10, align 8
  %95 = icmp ne ptr %94, null
  br i1 %95, label %96, label %103

96:
  %97 = load i32, ptr %12, align 4
  %98 = icmp eq i32 %97, 4
  br i1 %98, label %99, label %103

99:
  %100 = load double, ptr %18, align 8
  %101 = fptrunc double %100 to float
  %102 = load ptr, ptr %10, align 8
  store float %101, ptr %102, align 4
  br label %110

103:
  %104 = load ptr, ptr %10, align 8
  %105 = icmp ne ptr %104, null
  br i1 %105, label %106, label %109

106:
  %107 = load double, ptr %18, align 8
  %108 = load ptr, ptr %10, align 8
  store double %107, ptr %108, align 8
  br label %109

109:
  br label %110

110:
  store i32 1, ptr %8, align 4
  br label %136

111:
  %112 = load i32, ptr %15, align 4
  %113 = icmp ne i32 %112, 0
  br i1 %113, label %114, label %118

114:
  %115 = getelementptr inbounds [64 x i8], ptr %16, i64 0, i64 0
  %116 = load i32, ptr %13, align 4
  %117 = call i64 @__sv_strtol(ptr %115, ptr %17, i32 %116)
  br label %122

118:
  %119 = getelementptr inbounds [64 x i8], ptr %16, i64 0, i64 0
  %120 = load i32, ptr %13, align 4
  %121 = call i64 @__sv_strtoul(ptr %119, ptr %17, i32 %120)
  br label %122

122:
  %123 = phi i64 [ %117, %114 ], [ %121, %118 ]
  store i64 %123, ptr %19, align 8
  %124 = load ptr, ptr %17, align 8
  %125 = getelementptr inbounds [64 x i8], ptr %16, i64 0, i64 0
  %126 = icmp eq ptr %124, %125
  br i1 %126, label %127, label %128

127:
  store i32 0, ptr %8, align 4
  br label %136

128:
  %129 = load ptr, ptr %10, align 8
  %130 = icmp ne ptr %129, null
  br i1 %130, label %131, label %135

131:
  %132 = load ptr, ptr %10, align 8
  %133 = load i32, ptr %12, align 4
  %134 = load i64, ptr %19, align 8
  call void @__sv_scan_store(ptr %132, i32 %133, i64 %134)
  br label %135

135:
  store i32 1, ptr %8, align 4
  br label %136

136:
  %137 = load i32, ptr %8, align 4
  ret i32 %137
}

define internal i32 @__sv_scan_text(ptr %0, ptr %1, i32 %2, i8 signext %3, ptr %4, ptr %5, i32 %6) {
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i32, align 4
  %12 = alloca i8, align 1
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  %18 = alloca i32, align 4
  store ptr %0, ptr %9, align 8
  store ptr %1, ptr %10, align 8
  store i32 %2, ptr %11, align 4
  store i8 %3, ptr %12, align 1
  store ptr %4, ptr %13, align 8
  store ptr %5, ptr %14, align 8
  store i32 %6, ptr %15, align 4
  store i32 0, ptr %16, align 4
  store i32 0, ptr %17, align 4
  %19 = load i8, ptr %12, align 1
  %20 = sext i8 %19 to i32
  %21 = icmp eq i32 %20, 115
  br i1 %21, label %22, label %27

22:
  %23 = load ptr, ptr %9, align 8
  %24 = call i32 @__sv_scan_skip_space(ptr %23)
  %25 = icmp eq i32 %24, -1
  br i1 %25, label %26, label %27

26:
  store i32 -1, ptr %8, align 4
  br label %113

27:
  %28 = load i32, ptr %11, align 4
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %36

30:
  %31 = load i8, ptr %12, align 1
  %32 = sext i8 %31 to i32
  %33 = icmp eq i32 %32, 99
  %34 = zext i1 %33 to i64
  %35 = select i1 %33, i32 1, i32 2147483647
  store i32 %35, ptr %11, align 4
  br label %36

36:
  br label %37

37:
  %38 = load i32, ptr %16, align 4
  %39 = load i32, ptr %11, align 4
  %40 = icmp slt i32 %38, %39
  br i1 %40, label %41, label %92

41:
  %42 = load ptr, ptr %9, align 8
  %43 = call i32 @__sv_scan_next(ptr %42)
  store i32 %43, ptr %17, align 4
  %44 = load i8, ptr %12, align 1
  %45 = sext i8 %44 to i32
  %46 = icmp eq i32 %45, 99
  br i1 %46, label %68, label %47

47:
  %48 = load i8, ptr %12, align 1
  %49 = sext i8 %48 to i32
  %50 = icmp eq i32 %49, 115
  br i1 %50, label %51, label %57

51:
  %52 = load i32, ptr %17, align 4
  %53 = call i32 @__sv_is_space(i32 %52)
  %54 = icmp ne i32 %53, 0
  %55 = xor i1 %54, true
  %56 = zext i1 %55 to i32
  br label %65

57:
  %58 = load ptr, ptr %13, align 8
  %59 = load ptr, ptr %14, align 8
  %60 = load i32, ptr %17, align 4
  %61 = call i32 @__sv_scan_in_set(ptr %58, ptr %59, i32 %60)
  %62 = load i32, ptr %15, align 4
  %63 = icmp ne i32 %61, %62
  %64 = zext i1 %63 to i32
  br label %65

65:
  %66 = phi i32 [ %56, %51 ], [ %64, %57 ]
  %67 = icmp ne i32 %66, 0
  br label %68

68:
  %69 = phi i1 [ true, %41 ], [ %67, %65 ]
  %70 = zext i1 %69 to i32
  store i32 %70, ptr %18, align 4
  %71 = load i32, ptr %17, align 4
  %72 = icmp eq i32 %71, -1
  br i1 %72, label %76, label %73

73:
  %74 = load i32, ptr %18, align 4
  %75 = icmp ne i32 %74, 0
  br i1 %75, label %79, label %76

76:
  %77 = load ptr, ptr %9, align 8
  %78 = load i32, ptr %17, align 4
  call void @__sv_scan_back(ptr %77, i32 %78)
  br label %92

79:
  %80 = load ptr, ptr %10, align 8
  %81 = icmp ne ptr %80, null
  br i1 %81, label %82, label %89

82:
  %83 = load i32, ptr %17, align 4
  %84 = trunc i32 %83 to i8
  %85 = load ptr, ptr %10, align 8
  %86 = load i32, ptr %16, align 4
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds i8, ptr %85, i64 %87
  store i8 %84, ptr %88, align 1
  br label %89

89:
  %90 = load i32, ptr %16, align 4
  %91 = add nsw i32 %90, 1
  store i32 %91, ptr %16, align 4
  br label %37

92:
  %93 = load i32, ptr %16, align 4
  %94 = icmp eq i32 %93, 0
  br i1 %94, label %95, label %100

95:
  %96 = load i32, ptr %17, align 4
  %97 = icmp eq i32 %96, -1
  %98 = zext i1 %97 to i64
  %99 = select i1 %97, i32 -1, i32 0
  store i32 %99, ptr %8, align 4
  br label %113

100:
  %101 = load ptr, ptr %10, align 8
  %102 = icmp ne ptr %101, null
  br i1 %102, label %103, label %112

103:
  %104 = load i8, ptr %12, align 1
  %105 = sext i8 %104 to i32
  %106 = icmp ne i32 %105, 99
  br i1 %106, label %107, label %112

107:
  %108 = load ptr, ptr %10, align 8
  %109 = load i32, ptr %16, align 4
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds i8, ptr %108, i64 %110
  store i8 0, ptr %111, align 1
  br label %112

112:
  store i32 1, ptr %8, align 4
  br label %113

113:
  %114 = load i32, ptr %8, align 4
  ret i32 %114
}

define internal i32 @__sv_scan_number(ptr %0, ptr %1, i32 %2, i32 %3, i32 %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i32 %2, ptr %8, align 4
  store i32 %3, ptr %9, align 4
  store i32 %4, ptr %10, align 4
  store i32 0, ptr %11, align 4
  %13 = load ptr, ptr %6, align 8
  %14 = call i32 @__sv_scan_skip_space(ptr %13)
  %15 = load i32, ptr %8, align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %20, label %17

17:
  %18 = load i32, ptr %8, align 4
  %19 = icmp sgt i32 %18, 63
  br i1 %19, label %20, label %21

20:
  store i32 63, ptr %8, align 4
  br label %21

21:
  %22 = load ptr, ptr %7, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 0
  store i8 0, ptr %23, align 1
  br label %24

24:
  %25 = load i32, ptr %11, align 4
  %26 = load i32, ptr %8, align 4
  %27 = icmp slt i32 %25, %26
  br i1 %27, label %28, label %53

28:
  %29 = load ptr, ptr %6, align 8
  %30 = call i32 @__sv_scan_next(ptr %29)
  store i32 %30, ptr %12, align 4
  %31 = load ptr, ptr %7, align 8
  %32 = load i32, ptr %11, align 4
  %33 = load i32, ptr %12, align 4
  %34 = load i32, ptr %9, align 4
  %35 = load i32, ptr %10, align 4
  %36 = call i32 @__sv_scan_continues(ptr %31, i32 %32, i32 %33, i32 %34, i32 %35)
  %37 = icmp ne i32 %36, 0
  br i1 %37, label %41, label %38

38:
  %39 = load ptr, ptr %6, align 8
  %40 = load i32, ptr %12, align 4
  call void @__sv_scan_back(ptr %39, i32 %40)
  br label %53

41:
  %42 = load i32, ptr %12, align 4
  %43 = trunc i32 %42 to i8
  %44 = load ptr, ptr %7, align 8
  %45 = load i32, ptr %11, align 4
  %46 = add nsw i32 %45, 1
  store i32 %46, ptr %11, align 4
  %47 = sext i32 %45 to i64
  %48 = getelementptr inbounds i8, ptr %44, i64 %47
  store i8 %43, ptr %48, align 1
  %49 = load ptr, ptr %7, align 8
  %50 = load i32, ptr %11, align 4
  %51 = sext i32 %50 to i64
  %52 = getelementptr inbounds i8, ptr %49, i64 %51
  store i8 0, ptr %52, align 1
  br label %24

53:
  %54 = load i32, ptr %11, align 4
  ret i32 %54
}

define internal i32 @__sv_scan_continues(ptr %0, i32 %1, i32 %2, i32 %3, i32 %4) {
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i8, align 1
  %13 = alloca ptr, align 8
  store ptr %0, ptr %7, align 8
  store i32 %1, ptr %8, align 4
  store i32 %2, ptr %9, align 4
  store i32 %3, ptr %10, align 4
  store i32 %4, ptr %11, align 4
  %14 = load i32, ptr %8, align 4
  %15 = icmp sgt i32 %14, 0
  br i1 %15, label %16, label %24

16:
  %17 = load ptr, ptr %7, align 8
  %18 = load i32, ptr %8, align 4
  %19 = sub nsw i32 %18, 1
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds i8, ptr %17, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = sext i8 %22 to i32
  br label %25

24:
  br label %25

25:
  %26 = phi i32 [ %23, %16 ], [ 0, %24 ]
  %27 = trunc i32 %26 to i8
  store i8 %27, ptr %12, align 1
  %28 = load i32, ptr %9, align 4
  %29 = icmp eq i32 %28, 43
  br i1 %29, label %33, label %30

30:
  %31 = load i32, ptr %9, align 4
  %32 = icmp eq i32 %31, 45
  br i1 %32, label %33, label %49

33:
  %34 = load i32, ptr %8, align 4
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %46, label %36

36:
  %37 = load i32, ptr %11, align 4
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %39, label %44

39:
  %40 = load i8, ptr %12, align 1
  %41 = sext i8 %40 to i32
  %42 = or i32 %41, 32
  %43 = icmp eq i32 %42, 101
  br label %44

44:
  %45 = phi i1 [ false, %36 ], [ %43, %39 ]
  br label %46

46:
  %47 = phi i1 [ true, %33 ], [ %45, %44 ]
  %48 = zext i1 %47 to i32
  store i32 %48, ptr %6, align 4
  br label %167

49:
  %50 = load i32, ptr %9, align 4
  %51 = icmp eq i32 %50, -1
  br i1 %51, label %52, label %53

52:
  store i32 0, ptr %6, align 4
  br label %167

53:
  %54 = load ptr, ptr %7, align 8
  %55 = load ptr, ptr %7, align 8
  %56 = getelementptr inbounds i8, ptr %55, i64 0
  %57 = load i8, ptr %56, align 1
  %58 = sext i8 %57 to i32
  %59 = icmp eq i32 %58, 43
  br i1 %59, label %66, label %60

60:
  %61 = load ptr, ptr %7, align 8
  %62 = getelementptr inbounds i8, ptr %61, i64 0
  %63 = load i8, ptr %62, align 1
  %64 = sext i8 %63 to i32
  %65 = icmp eq i32 %64, 45
  br label %66

66:
  %67 = phi i1 [ true, %53 ], [ %65, %60 ]
  %68 = zext i1 %67 to i32
  %69 = sext i32 %68 to i64
  %70 = getelementptr inbounds i8, ptr %54, i64 %69
  store ptr %70, ptr %13, align 8
  %71 = load i32, ptr %9, align 4
  %72 = or i32 %71, 32
  %73 = icmp eq i32 %72, 120
  br i1 %73, label %74, label %95

74:
  %75 = load i8, ptr %12, align 1
  %76 = sext i8 %75 to i32
  %77 = icmp eq i32 %76, 48
  br i1 %77, label %78, label %92

78:
  %79 = load ptr, ptr %13, align 8
  %80 = getelementptr inbounds i8, ptr %79, i64 1
  %81 = load i8, ptr %80, align 1
  %82 = sext i8 %81 to i32
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %92

84:
  %85 = load i32, ptr %10, align 4
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %90, label %87

87:
  %88 = load i32, ptr %10, align 4
  %89 = icmp eq i32 %88, 16
  br label %90

90:
  %91 = phi i1 [ true, %84 ], [ %89, %87 ]
  br label %92

92:
  %93 = phi i1 [ false, %78 ], [ false, %74 ], [ %91, %90 ]
  %94 = zext i1 %93 to i32
  store i32 %94, ptr %6, align 4
  br label %167

95:
  %96 = load i32, ptr %11, align 4
  %97 = icmp ne i32 %96, 0
  br i1 %97, label %98, label %113

98:
  %99 = load i32, ptr %9, align 4
  %100 = icmp eq i32 %99, 46
  br i1 %100, label %101, label %113

101:
  %102 = load ptr, ptr %7, align 8
  %103 = call ptr @__sv_find(ptr %102, ptr @.str.123, i32 0)
  %104 = icmp ne ptr %103, null
  br i1 %104, label %110, label %105

105:
  %106 = load ptr, ptr %7, align 8
  %107 = call ptr @__sv_find(ptr %106, ptr @.str.124, i32 1)
  %108 = icmp ne ptr %107, null
  %109 = xor i1 %108, true
  br label %110

110:
  %111 = phi i1 [ false, %101 ], [ %109, %105 ]
  %112 = zext i1 %111 to i32
  store i32 %112, ptr %6, align 4
  br label %167

113:
  %114 = load i32, ptr %11, align 4
  %115 = icmp ne i32 %114, 0
  br i1 %115, label %116, label %139

116:
  %117 = load i32, ptr %9, align 4
  %118 = or i32 %117, 32
  %119 = icmp eq i32 %118, 101
  br i1 %119, label %120, label %139

120:
  %121 = load i8, ptr %12, align 1
  %122 = sext i8 %121 to i32
  %123 = icmp eq i32 %122, 46
  br i1 %123, label %124, label %127

124:
  %125 = load i32, ptr %8, align 4
  %126 = icmp sgt i32 %125, 1
  br i1 %126, label %131, label %136

127:
  %128 = load i8, ptr %12, align 1
  %129 = sext i8 %128 to i32
  %130 = icmp sge i32 %129, 48
  br i1 %130, label %131, label %136

131:
  %132 = load ptr, ptr %7, align 8
  %133 = call ptr @__sv_find(ptr %132, ptr @.str.124, i32 1)
  %134 = icmp ne ptr %133, null
  %135 = xor i1 %134, true
  br label %136

136:
  %137 = phi i1 [ false, %127 ], [ false, %124 ], [ %135, %131 ]
  %138 = zext i1 %137 to i32
  store i32 %138, ptr %6, align 4
  br label %167

139:
  %140 = load i32, ptr %10, align 4
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %142, label %160

142:
  %143 = load ptr, ptr %13, align 8
  %144 = getelementptr inbounds i8, ptr %143, i64 0
  %145 = load i8, ptr %144, align 1
  %146 = sext i8 %145 to i32
  %147 = icmp ne i32 %146, 48
  br i1 %147, label %148, label %149

148:
  br label %158

149:
  %150 = load ptr, ptr %13, align 8
  %151 = getelementptr inbounds i8, ptr %150, i64 1
  %152 = load i8, ptr %151, align 1
  %153 = sext i8 %152 to i32
  %154 = or i32 %153, 32
  %155 = icmp eq i32 %154, 120
  %156 = zext i1 %155 to i64
  %157 = select i1 %155, i32 16, i32 8
  br label %158

158:
  %159 = phi i32 [ 10, %148 ], [ %157, %149 ]
  store i32 %159, ptr %10, align 4
  br label %160

160:
  %161 = load i32, ptr %9, align 4
  %162 = trunc i32 %161 to i8
  %163 = call i32 @__sv_digit(i8 signext %162)
  %164 = load i32, ptr %10, align 4
  %165 = icmp slt i32 %163, %164
  %166 = zext i1 %165 to i32
  store i32 %166, ptr %6, align 4
  br label %167

167:
  %168 = load i32, ptr %6, align 4
  ret i32 %168
}

define internal i32 @__sv_scan_in_set(ptr %0, ptr %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %9 = load ptr, ptr %5, align 8
  store ptr %9, ptr %8, align 8
  br label %10

10:
  %11 = load ptr, ptr %8, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = icmp ult ptr %11, %12
  br i1 %13, label %14, label %55

14:
  %15 = load ptr, ptr %8, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 2
  %17 = load ptr, ptr %6, align 8
  %18 = icmp ult ptr %16, %17
  br i1 %18, label %19, label %43

19:
  %20 = load ptr, ptr %8, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 1
  %22 = load i8, ptr %21, align 1
  %23 = sext i8 %22 to i32
  %24 = icmp eq i32 %23, 45
  br i1 %24, label %25, label %43

25:
  %26 = load i32, ptr %7, align 4
  %27 = load ptr, ptr %8, align 8
  %28 = getelementptr inbounds i8, ptr %27, i64 0
  %29 = load i8, ptr %28, align 1
  %30 = zext i8 %29 to i32
  %31 = icmp sge i32 %26, %30
  br i1 %31, label %32, label %40

32:
  %33 = load i32, ptr %7, align 4
  %34 = load ptr, ptr %8, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 2
  %36 = load i8, ptr %35, align 1
  %37 = zext i8 %36 to i32
  %38 = icmp sle i32 %33, %37
  br i1 %38, label %39, label %40

39:
  store i32 1, ptr %4, align 4
  br label %56

40:
  %41 = load ptr, ptr %8, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 2
  store ptr %42, ptr %8, align 8
  br label %51

43:
  %44 = load ptr, ptr %8, align 8
  %45 = load i8, ptr %44, align 1
  %46 = zext i8 %45 to i32
  %47 = load i32, ptr %7, align 4
  %48 = icmp eq i32 %46, %47
  br i1 %48, label %49, label %50

49:
  store i32 1, ptr %4, align 4
  br label %56

50:
  br label %51

51:
  br label %52

52:
  %53 = load ptr, ptr %8, align 8
  %54 = getelementptr inbounds nuw i8, ptr %53, i32 1
  store ptr %54, ptr %8, align 8
  br label %10

55:
  store i32 0, ptr %4, align 4
  br label %56

56:
  %57 = load i32, ptr %4, align 4
  ret i32 %57
}

declare double @llvm.fabs.f64(double)

declare double @llvm.sqrt.f64(double)

declare double @llvm.floor.f64(double)

declare double @llvm.ceil.f64(double)

declare double @llvm.sin.f64(double)

declare double @llvm.cos.f64(double)

declare double @llvm.exp.f64(double)

declare double @llvm.log.f64(double)

declare double @llvm.pow.f64(double, double)

declare double @llvm.minnum.f64(double, double)

declare double @llvm.maxnum.f64(double, double)

define internal double @__sv_arctan(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  store double %0, ptr %3, align 8
  %4 = load double, ptr %3, align 8
  %5 = fcmp ogt double %4, 1.000000e+00
  br i1 %5, label %6, label %11

6:
  %7 = load double, ptr %3, align 8
  %8 = fdiv double 1.000000e+00, %7
  %9 = call double @__sv_atan_series(double %8)
  %10 = fsub double 0x3FF921FB54442D18, %9
  store double %10, ptr %2, align 8
  br label %22

11:
  %12 = load double, ptr %3, align 8
  %13 = fcmp olt double %12, -1.000000e+00
  br i1 %13, label %14, label %19

14:
  %15 = load double, ptr %3, align 8
  %16 = fdiv double 1.000000e+00, %15
  %17 = call double @__sv_atan_series(double %16)
  %18 = fsub double 0xBFF921FB54442D18, %17
  store double %18, ptr %2, align 8
  br label %22

19:
  %20 = load double, ptr %3, align 8
  %21 = call double @__sv_atan_series(double %20)
  store double %21, ptr %2, align 8
  br label %22

22:
  %23 = load double, ptr %2, align 8
  ret double %23
}

define internal double @__sv_atan_series(double %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca i32, align 4
  store double %0, ptr %2, align 8
  %7 = load double, ptr %2, align 8
  %8 = load double, ptr %2, align 8
  %9 = load double, ptr %2, align 8
  %10 = fmul double %8, %9
  %11 = fadd double 1.000000e+00, %10
  %12 = call double @llvm.sqrt.f64(double %11)
  %13 = fadd double 1.000000e+00, %12
  %14 = fdiv double %7, %13
  store double %14, ptr %2, align 8
  %15 = load double, ptr %2, align 8
  %16 = load double, ptr %2, align 8
  %17 = load double, ptr %2, align 8
  %18 = fmul double %16, %17
  %19 = fadd double 1.000000e+00, %18
  %20 = call double @llvm.sqrt.f64(double %19)
  %21 = fadd double 1.000000e+00, %20
  %22 = fdiv double %15, %21
  store double %22, ptr %2, align 8
  %23 = load double, ptr %2, align 8
  %24 = load double, ptr %2, align 8
  %25 = fmul double %23, %24
  store double %25, ptr %3, align 8
  %26 = load double, ptr %2, align 8
  store double %26, ptr %4, align 8
  store double 0.000000e+00, ptr %5, align 8
  store i32 1, ptr %6, align 4
  br label %27

27:
  %28 = load i32, ptr %6, align 4
  %29 = icmp slt i32 %28, 40
  br i1 %29, label %30, label %44

30:
  %31 = load double, ptr %4, align 8
  %32 = load i32, ptr %6, align 4
  %33 = sitofp i32 %32 to double
  %34 = fdiv double %31, %33
  %35 = load double, ptr %5, align 8
  %36 = fadd double %35, %34
  store double %36, ptr %5, align 8
  %37 = load double, ptr %3, align 8
  %38 = fneg double %37
  %39 = load double, ptr %4, align 8
  %40 = fmul double %39, %38
  store double %40, ptr %4, align 8
  br label %41

41:
  %42 = load i32, ptr %6, align 4
  %43 = add nsw i32 %42, 2
  store i32 %43, ptr %6, align 4
  br label %27

44:
  %45 = load double, ptr %5, align 8
  %46 = fmul double 4.000000e+00, %45
  ret double %46
}

define internal double @__sv_arctan2(double %0, double %1) {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  store double %0, ptr %4, align 8
  store double %1, ptr %5, align 8
  %6 = load double, ptr %5, align 8
  %7 = fcmp ogt double %6, 0.000000e+00
  br i1 %7, label %8, label %13

8:
  %9 = load double, ptr %4, align 8
  %10 = load double, ptr %5, align 8
  %11 = fdiv double %9, %10
  %12 = call double @__sv_arctan(double %11)
  store double %12, ptr %3, align 8
  br label %46

13:
  %14 = load double, ptr %5, align 8
  %15 = fcmp olt double %14, 0.000000e+00
  br i1 %15, label %16, label %24

16:
  %17 = load double, ptr %4, align 8
  %18 = load double, ptr %5, align 8
  %19 = fdiv double %17, %18
  %20 = call double @__sv_arctan(double %19)
  %21 = load double, ptr %4, align 8
  %22 = call double @llvm.copysign.f64(double 0x400921FB54442D18, double %21)
  %23 = fadd double %20, %22
  store double %23, ptr %3, align 8
  br label %46

24:
  %25 = load double, ptr %4, align 8
  %26 = load double, ptr %4, align 8
  %27 = fcmp une double %25, %26
  br i1 %27, label %32, label %28

28:
  %29 = load double, ptr %5, align 8
  %30 = load double, ptr %5, align 8
  %31 = fcmp une double %29, %30
  br i1 %31, label %32, label %36

32:
  %33 = load double, ptr %5, align 8
  %34 = load double, ptr %4, align 8
  %35 = fadd double %33, %34
  store double %35, ptr %3, align 8
  br label %46

36:
  %37 = load double, ptr %4, align 8
  %38 = fcmp oeq double %37, 0.000000e+00
  br i1 %38, label %39, label %41

39:
  %40 = load double, ptr %4, align 8
  br label %44

41:
  %42 = load double, ptr %4, align 8
  %43 = call double @llvm.copysign.f64(double 0x3FF921FB54442D18, double %42)
  br label %44

44:
  %45 = phi double [ %40, %39 ], [ %43, %41 ]
  store double %45, ptr %3, align 8
  br label %46

46:
  %47 = load double, ptr %3, align 8
  ret double %47
}

define internal i32 @__sv_tree_black(ptr %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %10

5:
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds nuw %struct.__sv_tree_node, ptr %6, i32 0, i32 0
  %8 = load i32, ptr %7, align 8
  %9 = icmp eq i32 %8, 1
  br label %10

10:
  %11 = phi i1 [ true, %1 ], [ %9, %5 ]
  %12 = zext i1 %11 to i32
  ret i32 %12
}

