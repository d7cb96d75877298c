//! A satisfying assignment: values of terms and a total order of events for each order.

use rustc_hash::FxHashMap;

use crate::eval::{Assignment, Evaluator};
use crate::{EventId, OrderId, TermId, Terms};

#[derive(Clone, Debug, Default)]
pub struct Model {
    pub(crate) values: FxHashMap<TermId, u128>,
    pub(crate) orders: Vec<Vec<EventId>>,
    pub(crate) positions: Vec<FxHashMap<EventId, u32>>,
}

impl Model {
    /// An evaluator that computes the value of any term under this model, sharing work between terms.
    pub fn evaluator<'a>(&'a self, terms: &'a Terms) -> Evaluator<'a, Model> {
        Evaluator::new(terms, self)
    }

    /// Value of one Bool term.
    pub fn bool(&self, terms: &Terms, term: TermId) -> bool {
        self.evaluator(terms).bool(term)
    }

    /// Value of one term as a number.
    pub fn bits(&self, terms: &Terms, term: TermId) -> u128 {
        self.evaluator(terms).bits(term)
    }

    /// The events that have a place in `order`, in one total order that extends all its edges.
    pub fn order(&self, order: OrderId) -> &[EventId] {
        self.orders.get(order.index()).map_or(&[], Vec::as_slice)
    }

    pub fn position(&self, order: OrderId, event: EventId) -> Option<u32> {
        self.positions.get(order.index())?.get(&event).copied()
    }
}

impl Assignment for Model {
    fn variable(&self, term: TermId) -> u128 {
        self.values.get(&term).copied().unwrap_or(0)
    }

    fn before(&self, order: OrderId, first: EventId, second: EventId) -> bool {
        // Events without a place are unconstrained; the smaller id first keeps `before` a strict total order.
        match (self.position(order, first), self.position(order, second)) {
            (Some(x), Some(y)) => x < y,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => first < second,
        }
    }
}
