//! Memory along the graph: shared accesses meet their events, private memory is kept byte by byte.

use super::*;
use unfold::Place;

impl Concretise<'_, '_> {
    pub(super) fn allocate(&mut self, number: u32, request: &Request) -> Option<Answer> {
        let RequestKind::Alloc { addr, size, zeroed, kind, name, .. } = &request.kind else { return None };
        let (addr, size, zeroed) = (*addr, *size, *zeroed);
        let runner = &mut self.runners[number as usize];
        let object = match kind {
            AllocKind::ThreadLocal(global) => {
                self.encoding.graph.thread_locals.get(&(runner.thread, *global)).copied()?
            }
            AllocKind::Stack | AllocKind::Heap => runner.allocations.pop()?,
        };
        self.machine.allocate(&mut self.memory, (addr, size), zeroed, *kind, name.clone());
        self.objects.insert(addr, object);
        let kind = EventKind::Alloc { zeroed, stack: *kind == AllocKind::Stack };
        let mut event = Event::new(ThreadId(number), kind, request.span);
        (event.addr, event.size, event.place) = (addr, size, name.clone());
        self.draft(number, event, None, request);
        Some(Answer::Value(u128::from(addr)))
    }

    /// The object and offset that an address stands for in the graph.
    pub(super) fn place(&self, addr: u64) -> Option<Place> {
        let start = self.memory.object_at(addr)?.start;
        Some((*self.objects.get(&start)?, addr - start))
    }
    pub(super) fn is_shared(&self, addr: u64, size: u64) -> bool {
        let Some((object, offset)) = self.place(addr) else { return false };
        self.encoding.graph.is_shared(object, offset, size)
    }

    pub(super) fn access(&mut self, number: u32, request: &Request, force: bool) -> Result<Step, Mismatch> {
        let Some((addr, size)) = request.access() else { return Ok(Step::Stopped) };
        let start = self.memory.object_at(addr).map(|object| object.start);
        let gone = start.is_some_and(|start| self.runners[number as usize].freed.contains(&start));
        if gone || self.fault_of(request).is_some() {
            return Ok(Step::Stopped);
        }
        let reads = matches!(request.kind, RequestKind::Read { .. });
        if reads && self.memory.is_constant(addr, size) {
            let value = self.memory.read(addr, size).map_or(0, |(value, _)| value);
            self.runners[number as usize].n_reads += 1;
            self.answer(number, Answer::Value(value));
            return Ok(Step::Went);
        }
        let print = matches!(request.kind, RequestKind::Read { purpose: interp::ReadPurpose::Print, .. });
        let shared = self.is_shared(addr, size)
            && (!print || unfold::prints_matter(&self.encoding.config.task.properties));
        let graph = if shared {
            let Some(event) = self.next_event(number) else { return Ok(Step::Stopped) };
            let What::Access(access) = &self.graph_event(event).what else {
                return Err(format!("e{event} is not the access that the program makes at {addr:#x}"));
            };
            if access.size != size
                || access.read.is_none() != matches!(request.kind, RequestKind::Write { .. })
            {
                return Err(format!("e{event} is another access than the program makes at {addr:#x}"));
            }
            Some(event)
        } else {
            None
        };
        let needs_value = !matches!(request.kind, RequestKind::Write { .. });
        let (old, sources) = match (needs_value, graph) {
            (false, _) => (0, Vec::new()),
            (true, None) => self.private_read(addr, size),
            (true, Some(event)) => match self.shared_read(event, addr, size, force) {
                Some(read) => read,
                None => return Ok(Step::Waits),
            },
        };
        if graph.is_some() {
            self.take_event(number);
        }
        let unwritten = request.initialised && self.is_unwritten(addr, &sources);
        self.perform(number, request, (old, sources), graph);
        self.runners[number as usize].reads_unwritten = unwritten;
        Ok(if unwritten { Step::Stopped } else { Step::Went })
    }

    /// Whether none of the bytes was ever written by anybody.
    fn is_unwritten(&self, addr: u64, sources: &Pieces) -> bool {
        let begins_unwritten =
            |(object, _): Place| self.encoding.graph.objects.get(object).kind.begins_unwritten();
        self.place(addr).is_some_and(begins_unwritten)
            && sources.iter().all(|(.., source)| matches!(source, Source::Initial))
    }

    fn perform(
        &mut self,
        number: u32,
        request: &Request,
        (old, sources): (u128, Pieces),
        graph: Option<u32>,
    ) {
        let (addr, size) = request.access().unwrap_or_default();
        let written = request.leaves(old);
        let order = request.order_if(written.is_some());
        let kind = match request.kind {
            RequestKind::Write { .. } => EventKind::Write,
            _ if written.is_some() => EventKind::Rmw,
            _ => EventKind::Read,
        };
        let mut event = Event::new(ThreadId(number), kind, request.span);
        (event.addr, event.size, event.order, event.place) = (addr, size, order, request.place.clone());
        event.written = written;
        event.read = event.is_read().then_some(old);
        let is_read = event.is_read();
        let position = self.runners[number as usize].drafts.len() as u32;
        self.draft(number, event, graph, request);
        let runner = &mut self.runners[number as usize];
        if is_read {
            let read = runner.n_reads;
            runner.n_reads += 1;
            if let Some(draft) = runner.drafts.last_mut() {
                draft.reads = Some(read);
                draft.sources = sources;
            }
        }
        if let Some(value) = written {
            match graph {
                Some(graph) => {
                    self.written.insert(graph, (addr, size, value));
                }
                None => {
                    // The address was checked above.
                    drop(self.memory.write(addr, size, value, None));
                    (addr..addr + size).for_each(|byte| {
                        self.writers.insert(byte, (number, position));
                    });
                }
            }
        }
        let answer = if is_read { Answer::Value(old) } else { Answer::Done };
        self.answer(number, answer);
    }

    pub(super) fn private_read(&mut self, addr: u64, size: u64) -> (u128, Pieces) {
        let (mut value, unwritten) = self.memory.read(addr, size).unwrap_or((0, true));
        if unwritten && let Some((object, offset)) = self.place(addr) {
            // Uninitialised: what the assignment has chosen.
            if let Some(&term) = self.encoding.graph.fresh.get(&(object, offset, size)) {
                value = self.values.bits(term);
                value = self.memory.settle(addr, size, value).unwrap_or(value);
            }
        }
        let mut sources: Pieces = Vec::new();
        for offset in 0..size {
            let source = match self.writers.get(&(addr + offset)) {
                Some(&(thread, draft)) => Source::Draft(thread, draft),
                None => Source::Initial,
            };
            push_piece(&mut sources, offset, 1, source);
        }
        (value, sources)
    }

    pub(super) fn shared_read(
        &mut self,
        event: u32,
        addr: u64,
        size: u64,
        force: bool,
    ) -> Option<(u128, Pieces)> {
        let encoding = self.encoding;
        let access = encoding.graph.events[event as usize].access()?;
        let by_assignment = access.read.map_or(0, |term| self.values.bits(term));
        let (_, start) = self.place(addr)?;
        let mut value = by_assignment;
        let mut sources: Pieces = Vec::new();
        let mut pieces: Vec<(u32, Option<u32>)> = self.sources.get(&event).cloned().unwrap_or_default();
        pieces.sort_by_key(|&(cell, _)| encoding.cells.list[cell as usize].offset);
        for (cell, write) in pieces {
            let cell = encoding.cells.list[cell as usize];
            let offset = cell.offset.saturating_sub(start);
            let source = match write {
                None => {
                    let (bytes, unwritten) = self.memory.read(addr + offset, cell.size).unwrap_or((0, true));
                    if !unwritten {
                        value = splice(value, offset, cell.size, bytes);
                    }
                    Source::Initial
                }
                Some(write) => {
                    match self.written.get(&write) {
                        Some(&(at, _, bytes)) => {
                            let shift = 8 * (addr + offset).saturating_sub(at);
                            let bytes = if shift < 128 { bytes >> shift } else { 0 };
                            value = splice(value, offset, cell.size, bytes);
                        }
                        None if force => {}
                        None => return None,
                    }
                    Source::Graph(write)
                }
            };
            push_piece(&mut sources, offset, cell.size, source);
        }
        let mask = if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 };
        Some((value & mask, sources))
    }
}

fn push_piece(sources: &mut Pieces, offset: u64, len: u64, source: Source) {
    let same = |a: &Source, b: &Source| match (a, b) {
        (Source::Initial, Source::Initial) => true,
        (Source::Graph(x), Source::Graph(y)) => x == y,
        (Source::Draft(x, y), Source::Draft(v, w)) => (x, y) == (v, w),
        _ => false,
    };
    match sources.last_mut() {
        Some((start, before, known)) if *start + *before == offset && same(known, &source) => *before += len,
        _ => sources.push((offset, len, source)),
    }
}

/// `value` with some of its bytes replaced.
fn splice(value: u128, offset: u64, size: u64, bytes: u128) -> u128 {
    let mask = if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 };
    let shift = 8 * offset;
    if shift >= 128 {
        return value;
    }
    (value & !(mask << shift)) | ((bytes & mask) << shift)
}
