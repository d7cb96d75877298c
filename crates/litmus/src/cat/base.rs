//! What cat files can name without defining it: herd's predefined sets, relations and functions.

use super::eval::Value;
use crate::axioms::external;
use crate::events::{Event, EventId, Kind, Unfolded};
use crate::memory::Memory;
use crate::relation::{Relation, Set};
use ir::{FenceBits, Order};
use solver::{TermId, Terms};

/// What is needed to make a predefined value.
pub(super) struct Base<'a> {
    pub unfolded: &'a Unfolded,
    pub memory: &'a Memory,
}

impl Base<'_> {
    fn set(&self, is_member: impl Fn(&Event) -> bool) -> Set {
        let member = |event: &Event| match is_member(event) && !event.is_local() {
            true => event.guard,
            false => TermId::FALSE,
        };
        Set { members: self.unfolded.events.iter().map(member).collect() }
    }
    fn accesses_of(&self, orders: &[Order]) -> Set {
        self.set(|event| {
            event.access().is_some_and(|access| orders.contains(&access.order)) && !event.is_initial()
        })
    }
    fn fences(&self, bits: FenceBits) -> Set {
        self.set(|event| matches!(event.kind, Kind::Fence(found) if found == bits))
    }
    /// `po; [F]; po`
    pub fn fence_relation(&self, terms: &mut Terms, fences: &Set) -> Relation {
        let po = &self.memory.po;
        let to = po.sequence(terms, &fences.identity());
        to.sequence(terms, po)
    }
    fn loc(&self, terms: &mut Terms) -> Relation {
        let all = self.set(|event| event.is_access());
        self.memory.loc.restrict(terms, &all, &all)
    }
    fn same_thread(&self, terms: &mut Terms, same: bool) -> Relation {
        let all = self.set(|_| true);
        let thread = |id: EventId| self.unfolded.events[id].thread;
        let all = all.times(terms, &all);
        all.filter(|a, b| (thread(a).is_some() && thread(a) == thread(b)) == same)
    }
    fn internal(&self, relation: &Relation) -> Relation {
        let thread = |id: EventId| self.unfolded.events[id].thread;
        relation.filter(|a, b| thread(a).is_some() && thread(a) == thread(b))
    }

    pub fn value(&self, terms: &mut Terms, name: &str) -> Option<Value> {
        self.named_set(name).map(Value::Set).or_else(|| self.named_relation(terms, name).map(Value::Relation))
    }

    fn named_set(&self, name: &str) -> Option<Set> {
        let rmw = |event: &Event| event.access().is_some_and(|access| access.other_half.is_some());
        Some(match name {
            "R" => self.set(Event::is_read),
            "W" => self.set(Event::is_write),
            "M" => self.set(Event::is_access),
            "F" => self.set(|event| matches!(event.kind, Kind::Fence(_))),
            "IW" | "I" => self.set(Event::is_initial),
            // Locked accesses, as on x86; C11 orders have sets of their own below.
            "RMW" | "X" | "AMO" | "A" => self.set(rmw),
            "B" | "P" | "LKR" | "LKW" | "UL" => Set::empty(self.unfolded.events.len()),
            "Ll" | "LFENCE" => self.fences(FenceBits::LL),
            "Ls" => self.fences(FenceBits::LS),
            "Sl" => self.fences(FenceBits::SL),
            "Ss" | "SFENCE" => self.fences(FenceBits::SS),
            "Mb" | "MFENCE" | "SYNC" => self.fences(FenceBits::FULL),
            "LWSYNC" => self.fences(FenceBits::ACQ_REL),
            "Once" => self.set(Event::is_access),
            "RLX" => self.accesses_of(&[Order::Relaxed]),
            "ACQ" | "Acquire" => self.accesses_of(&[Order::Acquire, Order::AcqRel, Order::SeqCst]),
            "REL" | "Release" => self.accesses_of(&[Order::Release, Order::AcqRel, Order::SeqCst]),
            "SC" => self.accesses_of(&[Order::SeqCst]),
            "NA" => self.accesses_of(&[Order::Plain]),
            _ => return None,
        })
    }

    fn named_relation(&self, terms: &mut Terms, name: &str) -> Option<Relation> {
        let memory = self.memory;
        Some(match name {
            "po" => memory.po.clone(),
            "po-loc" => memory.po.intersection(terms, &memory.loc),
            "loc" => self.loc(terms),
            "id" | "sm" => self.set(|_| true).identity(),
            "int" => self.same_thread(terms, true),
            "ext" => self.same_thread(terms, false),
            "rf" => memory.rf.clone(),
            "rfe" => external(self.unfolded, &memory.rf),
            "rfi" => self.internal(&memory.rf),
            "co" | "ws" => memory.co.clone(),
            "coe" | "wse" => external(self.unfolded, &memory.co),
            "coi" | "wsi" => self.internal(&memory.co),
            "fr" => memory.fr.clone(),
            "fre" => external(self.unfolded, &memory.fr),
            "fri" => self.internal(&memory.fr),
            "com" => memory.rf.union(terms, &memory.co).union(terms, &memory.fr),
            "rmw" | "amo" => memory.rmw.clone(),
            "lxsx" => Relation::empty(self.unfolded.events.len()),
            "addr" => memory.addr.clone(),
            "data" => memory.data.clone(),
            "ctrl" => memory.ctrl.clone(),
            "mfence" | "sync" => {
                let fences = self.fences(FenceBits::FULL);
                self.fence_relation(terms, &fences)
            }
            "lfence" => {
                let fences = self.fences(FenceBits::LL);
                self.fence_relation(terms, &fences)
            }
            "sfence" => {
                let fences = self.fences(FenceBits::SS);
                self.fence_relation(terms, &fences)
            }
            "lwsync" => {
                let fences = self.fences(FenceBits::ACQ_REL);
                self.fence_relation(terms, &fences)
            }
            "isync" | "ctrlisync" => Relation::empty(self.unfolded.events.len()),
            _ => return None,
        })
    }

    /// `WR(r)` and the like: the kinds of the two ends.
    pub fn filter(&self, terms: &mut Terms, name: &str, relation: &Relation) -> Option<Relation> {
        let mut letters = name.chars();
        let (Some(from), Some(to), None) = (letters.next(), letters.next(), letters.next()) else {
            return None;
        };
        let set = |letter: char| match letter {
            'R' | 'W' | 'M' | 'A' | 'I' => self.named_set(&letter.to_string()),
            _ => None,
        };
        let (from, to) = (set(from)?, set(to)?);
        Some(relation.restrict(terms, &from, &to))
    }

    pub fn universe(&self) -> Set {
        self.set(|_| true)
    }
}
