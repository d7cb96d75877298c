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
