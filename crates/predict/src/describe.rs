//! Events and findings in the words of the trace.

use crate::event::{Event, EventId, NONE};
use crate::misuse::{Fault, Observed};
use crate::trace::Trace;
use crate::witness::{Kind, Method, Pair, Witness};
use events::trace::{Location, Namespace, Op, misuse};
use spec::{Rule, Specification};

impl Trace {
    /// The name of an event's thread.
    pub fn thread_name(&self, event: &Event) -> String {
        let original = self.originals[0].get(event.thread as usize).copied().unwrap_or(0);
        self.tables.name(Namespace::Thread, original)
    }

    /// The name of what an event is about.
    pub fn object_name(&self, event: &Event) -> String {
        let namespace = event.op.namespace();
        let (list, number) = match namespace {
            Namespace::Memory => (1, event.target),
            Namespace::Sync => (2, event.target),
            Namespace::Thread => (0, event.target),
            Namespace::Object => (3, self.calls.get(event.target as usize).map_or(0, |call| call.object)),
            Namespace::None => return String::new(),
        };
        let original = self.originals[list].get(number as usize).copied().unwrap_or(0);
        match self.tables.names.get(&(namespace, original)) {
            Some(name) => name.clone(),
            // Large numbers are addresses.
            None if original > 1 << 16 => format!("{original:#x}"),
            None => self.tables.name(namespace, original),
        }
    }

    fn sync_name(&self, event: &Event) -> String {
        // Whatever the operation, what it is about is a synchronisation object.
        self.object_name(&Event { op: Op::Acquire, ..*event })
    }

    /// `r(x)`, `set.add(s, 1) = 0`
    pub fn operation(&self, event: &Event) -> String {
        if event.op == Op::Fence && event.target == NONE || event.op == Op::Misuse {
            return event.op.name().into();
        }
        // What stands for a release by who does not hold the lock.
        if event.op == Op::Fence {
            return format!("{}({})", Op::Release.name(), self.sync_name(event));
        }
        let object = self.object_name(event);
        let Some(call) = self.calls.get(event.target as usize).filter(|_| event.op == Op::Call) else {
            return format!("{}({object})", event.op.name());
        };
        let method = match self.tables.method(call.method) {
            Some(entry) => format!("{}.{}", entry.object, entry.method),
            None => format!("method {}", call.method),
        };
        let arguments: String = call.arguments.iter().map(|argument| format!(", {argument}")).collect();
        let result = call.result.map(|result| format!(" = {result}")).unwrap_or_default();
        format!("{method}({object}{arguments}){result}")
    }

    /// Where an event is in the program, in words.
    pub fn place(&self, event: &Event) -> String {
        match self.tables.locations.get(&event.location) {
            Some(location) if !location.function.is_empty() => {
                format!("{} in {}", self.tables.location(event.location), location.function)
            }
            Some(_) => self.tables.location(event.location),
            None if event.location == 0 => String::new(),
            None => format!("@{}", event.location),
        }
    }

    pub fn location(&self, event: &Event) -> Option<&Location> {
        self.tables.locations.get(&event.location)
    }

    pub fn event(&self, id: EventId) -> Option<&Event> {
        self.events.get(id as usize)
    }
}

/// A rule of a specification by its number in [`Kind`].
pub fn rule(specification: &Specification, number: u32) -> Option<&Rule> {
    specification.objects.iter().flat_map(|object| &object.rules).nth(number as usize)
}

impl Kind {
    /// A short name for machines.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Race => "data-race",
            Kind::UseAfterFree => "use-after-free",
            Kind::LostSignal => "lost-signal",
            Kind::UseAfterDestroy => "use-after-destroy",
            Kind::CallOrder(_) => "call-order",
            Kind::CallRace(_) => "call-race",
            Kind::Reordered => "reordered",
            Kind::Deadlock => "deadlock",
            Kind::Atomicity => "atomicity",
        }
    }
}

impl Pair {
    /// What is wrong, in one line.
    pub fn headline(&self, trace: &Trace, specification: &Specification) -> String {
        let (Some(first), Some(second)) = (trace.event(self.first), trace.event(self.second)) else {
            return String::new();
        };
        let object = trace.object_name(first);
        let [one, other] = [first, second].map(|event| trace.thread_name(event));
        let message = |number: u32| rule(specification, number).map_or("wrong order", |rule| &rule.message);
        match self.kind {
            Kind::Race => format!("data race on {object} between {one} and {other}"),
            Kind::UseAfterFree => format!("use after free: {other} can free {object} before {one} uses it"),
            Kind::LostSignal => format!("lost signal: {other} can signal {object} before {one} waits"),
            Kind::UseAfterDestroy => {
                format!("use after destroy: {other} can destroy {object} before {one} uses it")
            }
            Kind::CallOrder(rule) => {
                let [a, b] = [first, second].map(|event| trace.operation(event));
                format!("{}: {other} can do {b} before {one} does {a}", message(rule))
            }
            Kind::CallRace(rule) => {
                format!("{}: {one} and {other} at the same time on {object}", message(rule))
            }
            Kind::Reordered => format!("order of {one} and {other} on {object} is not fixed"),
            Kind::Deadlock => format!("deadlock of {one} and {other}"),
            Kind::Atomicity => format!(
                "lost update: {other} can write {object} after {one} has read it and before {one} writes it, under the same lock"
            ),
        }
    }
}

impl Witness {
    /// What is wrong, in one line.
    pub fn headline(&self, trace: &Trace, specification: &Specification) -> String {
        if self.pair.kind != Kind::Deadlock {
            return self.pair.headline(trace, specification);
        }
        let events: Vec<&Event> = self.cycle.iter().filter_map(|id| trace.event(*id)).collect();
        let held = |place: usize| events.get((place + events.len() - 1) % events.len());
        let waits = events.iter().enumerate().map(|(place, event)| {
            let held = held(place).map(|event| trace.object_name(event)).unwrap_or_default();
            format!("{} holds {held} and wants {}", trace.thread_name(event), trace.object_name(event))
        });
        format!("deadlock: {}", waits.collect::<Vec<_>>().join(", "))
    }

    /// Of a deadlock: where each of its threads has taken the lock that another one wants.
    pub fn taken(&self, trace: &Trace) -> Vec<EventId> {
        if self.pair.kind != Kind::Deadlock {
            return Vec::new();
        }
        let place = |(place, id): (usize, &EventId)| {
            let waiting = self.cycle.get((place + self.cycle.len() - 1) % self.cycle.len())?;
            let (lock, thread) = (trace.event(*waiting)?.target, trace.event(*id)?.thread);
            let events = trace.events.get(..*id as usize)?;
            let is_it = |event: &Event| event.is_acquire() && (event.target, event.thread) == (lock, thread);
            events.iter().rposition(is_it).map(|taken| taken as EventId)
        };
        self.cycle.iter().enumerate().filter_map(place).collect()
    }
}

impl Fault {
    /// A short name for machines.
    pub fn name(self) -> &'static str {
        match self {
            Fault::UseAfterFree => "use-after-free",
            Fault::UnlockOfAnother => "unlock-of-another",
            Fault::DoubleUnlock => "double-unlock",
            Fault::UseAfterDestroy => "use-after-destroy",
            Fault::DestroyWhileHeld => "destroy-while-held",
            Fault::DestroyWhileWaited => "destroy-while-waited",
            Fault::TwoMutexes => "wait-with-two-mutexes",
            Fault::SelfDeadlock => "self-deadlock",
            Fault::Deadlock => "deadlock",
            Fault::Race => "data-race",
            Fault::Recorded(what) => match u64::from(what) {
                misuse::HANDLER_CHANGES_ERRNO => "errno-in-handler",
                misuse::LOCK_OF_PARENT => "lock-held-across-fork",
                misuse::NEVER_JOINED => "thread-leak",
                _ => "unsafe-in-handler",
            },
        }
    }
}

impl Observed {
    /// What is wrong, in one line.
    pub fn headline(&self, trace: &Trace) -> String {
        let event = |id: Option<&EventId>| id.and_then(|id| trace.event(*id));
        let (Some(first), Some(last)) = (event(self.events.first()), event(self.events.last())) else {
            return String::new();
        };
        let [one, other] = [first, last].map(|event| trace.thread_name(event));
        let sync = trace.sync_name(last);
        match self.fault {
            Fault::UseAfterFree => {
                let what = if last.op == Op::Free { "double free" } else { "use after free" };
                format!("{what} in the run itself: {}", trace.object_name(last))
            }
            Fault::Race => {
                let object = trace.object_name(first);
                format!(
                    "data race on {object} between {one} and {other} in the run itself: nothing orders them"
                )
            }
            Fault::UnlockOfAnother => {
                format!(
                    "unlock of another's lock in the run itself: {other} gives back {sync}, which {one} holds"
                )
            }
            Fault::DoubleUnlock => {
                format!("double unlock in the run itself: {other} gives back {sync}, which nobody holds")
            }
            Fault::UseAfterDestroy => {
                format!("use after destroy in the run itself: {other} uses {sync} after its end")
            }
            Fault::DestroyWhileHeld => {
                format!("destroyed while held in the run itself: {other} ends {sync}, which {one} holds")
            }
            Fault::DestroyWhileWaited => {
                format!(
                    "destroyed while waited for in the run itself: {other} ends {sync}, where {one} waits"
                )
            }
            Fault::TwoMutexes => {
                format!(
                    "wait with two mutexes in the run itself: {one} and {other} wait for {sync}, each with its own"
                )
            }
            Fault::SelfDeadlock => {
                format!("deadlock in the run itself: {other} waits for {sync}, which it holds itself")
            }
            Fault::Deadlock => {
                let waits = self.events.iter().filter_map(|id| trace.event(*id)).map(|event| {
                    format!("{} waits for {}", trace.thread_name(event), trace.sync_name(event))
                });
                format!("deadlock in the run itself: {}", waits.collect::<Vec<_>>().join(", "))
            }
            Fault::Recorded(what) => self.recorded(u64::from(what), last, trace),
        }
    }
}

impl Observed {
    /// What the recorder has seen, in one line.
    fn recorded(&self, what: u64, event: &Event, trace: &Trace) -> String {
        let thread = trace.thread_name(event);
        let call = match what {
            misuse::HANDLER_CHANGES_ERRNO => {
                return format!("handler changes errno in the run itself: {thread}, signal {}", event.target);
            }
            misuse::LOCK_OF_PARENT => {
                let lock = trace.sync_name(event);
                return format!(
                    "fork while another thread holds a lock: {thread} of the child waits for {lock}, which nobody gives back"
                );
            }
            misuse::NEVER_JOINED => {
                let ended = trace.object_name(&Event { op: Op::Join, ..*event });
                return format!(
                    "thread never joined in the run itself: {ended} has ended and is not detached"
                );
            }
            misuse::HANDLER_ALLOCATES => "allocates or frees memory",
            misuse::HANDLER_USES_STREAM => "uses a stream",
            misuse::HANDLER_LOCKS => "uses a lock",
            _ => "does what may not be interrupted",
        };
        format!(
            "not safe in a signal handler, in the run itself: {thread} {call} in that of signal {}",
            event.target
        )
    }
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::SyncPreserving => "sync-preserving",
            Method::SyncReversal => "sync-reversal",
            Method::Search => "search",
        }
    }
}
