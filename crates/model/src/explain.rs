//! The relaxation table of `selvedge models`, computed from the definitions.

use crate::relation::Halves;
use crate::table::Model;
use ir::FenceBits;

/// One question per row, with each model's answer, in the order of `models`.
pub fn relaxation_rows(models: &[Model]) -> Vec<(&'static str, Vec<&'static str>)> {
    let pairs = [
        ("load, then load", Halves::READ, Halves::READ),
        ("load, then store", Halves::READ, Halves::WRITE),
        ("store, then load", Halves::WRITE, Halves::READ),
        ("store, then store", Halves::WRITE, Halves::WRITE),
    ];
    let kept = |keeps: bool| if keeps { "kept" } else { "relaxed" };
    let row =
        |name, answer: &dyn Fn(Model) -> &'static str| (name, models.iter().map(|&m| answer(m)).collect());
    let mut rows: Vec<(&str, Vec<&str>)> =
        pairs.iter().map(|&(name, a, b)| row(name, &|m| kept(m.keeps(a, b, false)))).collect();
    rows.push(row("two loads of one address", &|m| kept(m.load_load_coherence)));
    rows.push(row("dependent accesses", &|m| {
        kept(m.keeps_dependencies || m.kept.contains(FenceBits::ACQUIRE))
    }));
    rows.push(row("own store seen early", &|m| if m.internal_rf_is_global { "no" } else { "yes" }));
    rows
}

/// The table as plain text, a line per question and a column per model.
pub fn relaxation_table(models: &[Model]) -> String {
    let rows = relaxation_rows(models);
    let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let widths: Vec<usize> = models.iter().map(|model| model.title().len().max("relaxed".len())).collect();
    let line = |name: &str, cells: &[&str]| {
        let mut text = format!("{name:<first$}");
        for (cell, width) in cells.iter().zip(&widths) {
            text.push_str(&format!("  {cell:<width$}"));
        }
        format!("{}\n", text.trim_end())
    };
    let titles: Vec<&str> = models.iter().map(|model| model.title()).collect();
    let mut text = line("different addresses", &titles);
    for (name, cells) in &rows {
        text.push_str(&line(name, cells));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn the_table_follows_from_the_definitions() {
        expect![[r#"
            different addresses       SC       TSO      PSO      RMO      RMO-nodep  RMO-v9
            load, then load           kept     kept     kept     relaxed  relaxed    relaxed
            load, then store          kept     kept     kept     relaxed  relaxed    relaxed
            store, then load          kept     relaxed  relaxed  relaxed  relaxed    relaxed
            store, then store         kept     kept     relaxed  relaxed  relaxed    relaxed
            two loads of one address  kept     kept     kept     kept     kept       relaxed
            dependent accesses        kept     kept     kept     kept     relaxed    kept
            own store seen early      no       yes      yes      yes      yes        yes
        "#]]
        .assert_eq(&relaxation_table(&Model::ALL));
    }
}
