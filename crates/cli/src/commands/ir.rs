//! `selvedge ir`: the program as the engines see it.

use crate::flags::IrFlags;
use crate::output::print_text;
use anyhow::Result;

pub fn ir(flags: &IrFlags) -> Result<u8> {
    let loaded = super::load(&flags.input.file, &flags.input.reading)?;
    print_text(&loaded.program.to_string())?;
    if flags.timings {
        let ms = |duration: std::time::Duration| duration.as_secs_f64() * 1e3;
        let t = &loaded.timings;
        eprintln!(
            "clang {:.1} ms, reading {:.1} ms, lowering {:.1} ms",
            ms(t.clang),
            ms(t.parse),
            ms(t.lower)
        );
    }
    Ok(0)
}
