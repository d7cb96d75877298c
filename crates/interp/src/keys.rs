//! Thread-specific data of one thread: its values that are not null, by key.

use crate::Values;
use ir::SyncOp;
use ir::sync::errno::EINVAL;
use smallvec::smallvec;

/// A key: its destructor, or `None` once deleted.
pub type Key = Option<u64>;

#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Keys(Vec<(u32, u64)>);

impl Keys {
    /// What an operation on keys comes to, `made` being all there are; `None` for other operations. Other threads must
    /// [`Keys::forget`] a key that is deleted.
    pub fn call(&mut self, made: &mut Vec<Key>, op: SyncOp, args: &Values) -> Option<Values> {
        let arg = |index: usize| args.get(index).map_or(0, |&arg| arg as u64);
        let key = arg(0) as u32;
        let known = made.get(key as usize).copied().flatten().is_some();
        Some(match op {
            SyncOp::KeyCreate => {
                made.push(Some(arg(0)));
                smallvec![made.len() as u128 - 1]
            }
            SyncOp::KeyGet => {
                let found = self.0.iter().find(|(id, _)| *id == key);
                smallvec![found.map_or(0, |&(_, value)| u128::from(value))]
            }
            SyncOp::KeySet | SyncOp::KeyDelete if !known => smallvec![EINVAL as u128],
            SyncOp::KeySet => {
                self.forget(key);
                self.0.extend((arg(1) != 0).then_some((key, arg(1))));
                smallvec![0]
            }
            SyncOp::KeyDelete => {
                self.forget(key);
                made[key as usize] = None;
                smallvec![0]
            }
            _ => return None,
        })
    }
    pub fn forget(&mut self, key: u32) {
        self.0.retain(|(id, _)| *id != key);
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Destructors to call, with the values of their keys, which are null from now on.
    pub fn destructors(&mut self, made: &[Key]) -> Vec<(u64, u64)> {
        let mut values = std::mem::take(&mut self.0);
        values.sort_unstable();
        let destructor = |key: u32| made.get(key as usize).copied().flatten().filter(|&addr| addr != 0);
        values.into_iter().filter_map(|(key, value)| Some((destructor(key)?, value))).collect()
    }
}
