//! Typed ids of the order side: events, orders, locations and their reads and writes.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// Something that happens; it can have a place in any number of orders.
    EventId
}
id! {
    /// One strict order; its constraints are independent of other orders but for shared literals.
    OrderId
}
id! {
    /// A group of reads and writes that address the same cell, or may do so.
    LocationId
}
id! {
    /// A named assumption.
    AssumptionId
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadId {
    pub(crate) location: LocationId,
    pub(crate) index: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WriteId {
    pub(crate) location: LocationId,
    pub(crate) index: u32,
}
