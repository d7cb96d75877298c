// What is paid in is added to the balance as it is then, not as it was read in an earlier section.
// broken: lost update: T
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;
void pay_in(int amount) {
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    if (seen < 0)
        return;
    pthread_mutex_lock(&lock);
    UNLESS_BROKEN(balance += amount);
    IF_BROKEN(balance = seen + amount);
    pthread_mutex_unlock(&lock);
}
void *close_books(void *unused) {
    wait_for(0);
    pthread_mutex_lock(&lock);
    balance = 100;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t thread = start(close_books, 0);
    pay_in(5);
    say_done(0);
    finish(thread);
}
