//! Which earlier calls a call needs: those of its object that it does not commute with (COMM of Sun §3.3.1).
//!
//! Keeping the order of all calls that do not commute keeps every result. So that the list stays short for objects with
//! many calls, every [`BLOCK`]-th call of an object counts as commuting with nothing: later ones need only look back to it.
//! That may keep an order that need not be kept; it never drops one that must.

use crate::event::EventId;
use crate::ingest::CallRecord;
use events::trace::Tables;
use rustc_hash::FxHashMap;
use spec::{Call, MethodId, Specification, Truth};

const BLOCK: usize = 64;

pub(crate) struct CallNeeds<'a> {
    records: &'a [CallRecord],
    specification: &'a Specification,
    methods: FxHashMap<u32, Option<MethodId>>,
    recent: FxHashMap<u32, Recent>,
}

/// Calls of one object.
#[derive(Default)]
struct Recent {
    /// The last call that counts as commuting with nothing.
    barrier: Option<EventId>,
    /// Event and record of the calls after it.
    calls: Vec<(EventId, u32)>,
}

impl<'a> CallNeeds<'a> {
    pub(crate) fn new(
        records: &'a [CallRecord],
        tables: &Tables,
        specification: &'a Specification,
    ) -> CallNeeds<'a> {
        CallNeeds {
            records,
            specification,
            methods: resolve(tables, specification),
            recent: FxHashMap::default(),
        }
    }

    pub(crate) fn add(&mut self, id: EventId, call: u32, mut need: impl FnMut(EventId)) {
        let Some(record) = self.records.get(call as usize) else { return };
        let recent = self.recent.entry(record.object).or_default();
        let is_barrier = recent.calls.len() >= BLOCK;
        recent.barrier.into_iter().for_each(&mut need);
        for (earlier, other) in &recent.calls {
            let commutes = self
                .records
                .get(*other as usize)
                .is_some_and(|other| commute(self.specification, &self.methods, other, record));
            if is_barrier || !commutes {
                need(*earlier);
            }
        }
        if is_barrier {
            *recent = Recent { barrier: Some(id), calls: Vec::new() };
        } else {
            recent.calls.push((id, call));
        }
    }
}

/// The specification's method for each number of the trace.
pub(crate) fn resolve(tables: &Tables, specification: &Specification) -> FxHashMap<u32, Option<MethodId>> {
    let method =
        |entry: &events::trace::MethodEntry| specification.method_by_name(&entry.object, &entry.method);
    tables.methods.iter().map(|(number, entry)| (*number, method(entry))).collect()
}

/// Whether two calls commute; without a specification they do not.
pub(crate) fn commute(
    specification: &Specification,
    methods: &FxHashMap<u32, Option<MethodId>>,
    first: &CallRecord,
    second: &CallRecord,
) -> bool {
    if first.object != second.object {
        return true;
    }
    let call = |record: &CallRecord| {
        Some(Call {
            method: methods.get(&record.method).copied().flatten()?,
            object: u64::from(record.object),
            arguments: record.arguments.to_vec(),
            result: record.result,
        })
    };
    match (call(first), call(second)) {
        (Some(first), Some(second)) => specification.commutes(&first, &second) == Truth::Yes,
        _ => false,
    }
}
