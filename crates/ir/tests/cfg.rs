//! Dominators and post-dominators on shapes that engines rely on.

use ir::cfg::*;
use ir::*;

/// A function whose block `i` jumps to `edges[i]` (none: returns, one: jump, two: branch).
fn shape(edges: &[&[u32]]) -> Function {
    let mut function = Function::new("f");
    for _ in edges {
        function.new_block();
    }
    for (index, targets) in edges.iter().enumerate() {
        let target = |i: usize| Target::new(BlockId(targets[i]));
        function.blocks[BlockId::from_index(index)].term = match targets.len() {
            0 => Term::Return(Operands::new()),
            1 => Term::Jump(target(0)),
            _ => Term::Branch { cond: Operand::TRUE, then: target(0), other: target(1) },
        };
    }
    function
}

#[test]
fn branches_meet_at_the_join() {
    // if (..) { 1 } else { 2 } 3
    let function = shape(&[&[1, 2], &[3], &[3], &[]]);
    let post = post_dominators(&function);
    assert_eq!(
        post.iter().copied().collect::<Vec<_>>(),
        [Some(BlockId(3)), Some(BlockId(3)), Some(BlockId(3)), None]
    );
    let dominators = Dominators::of(&function);
    assert_eq!(dominators.immediate(BlockId(3)), Some(BlockId(0)));
    assert!(dominators.dominates(BlockId(0), BlockId(2)));
    assert!(!dominators.dominates(BlockId(1), BlockId(3)));
}

#[test]
fn early_return_controls_the_rest() {
    // if (..) return; 2
    let function = shape(&[&[1, 2], &[], &[]]);
    assert_eq!(post_dominators(&function)[BlockId(0)], None);
}

#[test]
fn loops_have_heads_and_endless_ones_an_end() {
    let function = shape(&[&[1], &[2, 3], &[1], &[]]);
    let dominators = Dominators::of(&function);
    assert_eq!(loop_heads(&function, &dominators), vec![(BlockId(1), vec![BlockId(2)])]);
    assert_eq!(post_dominators(&function)[BlockId(2)], Some(BlockId(1)));
    let endless = shape(&[&[1], &[2], &[1]]);
    assert_eq!(post_dominators(&endless)[BlockId(0)], Some(BlockId(1)));
}

#[test]
fn unreachable_blocks_do_no_harm() {
    let function = shape(&[&[], &[0]]);
    assert_eq!(reverse_postorder(&function), vec![BlockId(0)]);
    assert!(!Dominators::of(&function).dominates(BlockId(0), BlockId(1)));
}

#[test]
fn layout_keeps_neighbours_apart_and_finds_them_again() {
    let mut program = Program::new("layout");
    for size in [4, 5000, 0] {
        program.globals.push(Global {
            name: "g".into(),
            size,
            align: 4,
            thread_local: false,
            constant: false,
            init: Init::default(),
            span: Span::NONE,
        });
    }
    let layout = Layout::of(&program);
    for id in program.globals.ids() {
        let start = layout.global(id);
        assert_eq!(layout.global_at(start), Some(id));
        // One past the end, and as far again, is still nobody else's.
        assert_eq!(layout.global_at(start + program.globals[id].size * 2), Some(id));
    }
    assert_eq!(layout.global_at(0), None);
    assert_eq!(layout::region_of(layout::region_start(5) + 77), Some(5));
}

#[test]
fn a_block_repeats_where_it_reaches_itself() {
    let function = shape(&[&[1], &[2, 3], &[1], &[]]);
    let reach = reachability(&function);
    let repeats: Vec<u32> = function.blocks.ids().filter(|&id| reach[id][id]).map(|id| id.0).collect();
    assert_eq!(repeats, [1, 2]);
    assert!(reach[BlockId(0)][BlockId(3)] && !reach[BlockId(3)][BlockId(0)]);
    assert!(function.blocks.ids().all(|id| reached_from(&function, id) == reach[id]));
}

/// `a` is read behind the loop, `b` is passed round it, `c` is read by nobody.
#[test]
fn what_is_read_later_is_alive_until_then() {
    let mut function = shape(&[&[1], &[1, 2], &[]]);
    let [a, b, c] = [(); 3].map(|()| function.new_value(Ty::I32));
    let round = function.add_block_param(BlockId(1), Ty::I32);
    let input = |value| Inst {
        op: Op::Nondet { kind: NondetKind::Input("i".into()) },
        results: [value].into_iter().collect(),
        span: Span::NONE,
    };
    function.blocks[BlockId(0)].insts = vec![input(a), input(b), input(c)];
    function.blocks[BlockId(0)].term.targets_mut()[0].args = [Operand::Value(b)].into_iter().collect();
    function.blocks[BlockId(1)].term.targets_mut()[0].args = [Operand::Value(round)].into_iter().collect();
    function.blocks[BlockId(2)].term = Term::Return([Operand::Value(a)].into_iter().collect());
    let live = Liveness::of(&function);
    let before = |block: u32, index: usize| -> Vec<bool> {
        let set = live.before(&function, BlockId(block), index);
        [a, b, c, round].into_iter().map(|value| set.contains(value)).collect()
    };
    assert_eq!(before(0, 0), [false; 4]);
    assert_eq!(before(0, 1), [true, false, false, false]);
    assert_eq!(before(0, 3), [true, true, false, false]);
    assert_eq!(before(1, 0), [true, false, false, true]);
    assert_eq!(before(2, 0), [true, false, false, false]);
    assert_eq!([a, b, c, round].map(|value| live.is_used(value)), [true, true, false, true]);
}

#[test]
fn contents_are_numbers_whole_addresses_or_neither() {
    let target = Operand::Func(FuncId(7));
    let init = Init { bytes: vec![1, 2, 3, 4], relocations: vec![Relocation { offset: 8, target }] };
    assert_eq!(init.at(0, 4), Contents::Bits(0x0403_0201));
    assert_eq!(init.at(2, 4), Contents::Bits(0x0403));
    assert_eq!(init.at(8, 8), Contents::Address(target));
    assert_eq!(init.at(8, 4), Contents::Other);
    assert_eq!(init.at(4, 8), Contents::Other);
    assert_eq!(init.at(16, 8), Contents::Bits(0));
    assert_eq!(init.at(16, 17), Contents::Other);
}
