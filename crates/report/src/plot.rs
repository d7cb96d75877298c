//! Plots for the benchmarks: points and lines over two axes, as one SVG file that needs nothing else.
//!
//! Readable on light and dark ground (the picture asks what the reader prefers); series differ by shape as well as by colour.

use std::fmt::Write;

/// A picture with axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    /// A line where both coordinates are equal, for one tool against another.
    pub diagonal: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    pub label: String,
    /// Powers of ten at equal distances; only positive values are drawn.
    pub logarithmic: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Join the points by a line.
    pub joined: bool,
    /// What each point is, shown when one points at it; may be shorter than the points.
    pub names: Vec<String>,
}

impl Axis {
    pub fn linear(label: &str) -> Axis {
        Axis { label: label.into(), logarithmic: false }
    }
    pub fn logarithmic(label: &str) -> Axis {
        Axis { label: label.into(), logarithmic: true }
    }
}

impl Series {
    /// A line through points.
    pub fn line(name: &str, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), points, joined: true, names: Vec::new() }
    }
    /// Named points.
    pub fn dots(name: &str, points: Vec<(String, f64, f64)>) -> Series {
        let names = points.iter().map(|(name, _, _)| name.clone()).collect();
        let points = points.into_iter().map(|(_, x, y)| (x, y)).collect();
        Series { name: name.into(), points, joined: false, names }
    }
}

/// Writes a plot to `NAME.svg` in the folder that `SELVEDGE_PLOTS` names; nowhere if it names none.
pub fn save(name: &str, plot: &Plot) {
    let Some(folder) = std::env::var_os("SELVEDGE_PLOTS") else { return };
    let path = std::path::Path::new(&folder).join(format!("{name}.svg"));
    match std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, plot.to_svg())) {
        Ok(()) => println!("\nplot: {}", path.display()),
        Err(error) => eprintln!("cannot write {}: {error}", path.display()),
    }
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 55.0;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#222}.t{font-weight:600;font-size:14px}\
    .g{stroke:#8886;stroke-width:.5}.a{stroke:#555;fill:none}.d{stroke:#888;stroke-dasharray:4 4}\
    .s0{--c:#1b6ca8}.s1{--c:#c4541c}.s2{--c:#3a7d34}.s3{--c:#7a4ea3}.s4{--c:#8a6d00}.s5{--c:#a0306a}\
    .l{stroke:var(--c);fill:none;stroke-width:1.6}.p{fill:var(--c)}\
    @media(prefers-color-scheme:dark){svg{background:#16181c}text{fill:#ddd}.a{stroke:#aaa}\
    .s0{--c:#6cb6f0}.s1{--c:#f0925c}.s2{--c:#84cc7c}.s3{--c:#c39ae8}.s4{--c:#e0c050}.s5{--c:#f080b0}}";

/// Where a value is on an axis: 0 at its beginning, 1 at its end.
struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Scale {
        let usable = |value: &f64| value.is_finite() && (!axis.logarithmic || *value > 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(usable) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        match axis.logarithmic {
            true => {
                low = 10f64.powf(low.log10().floor());
                high = 10f64.powf(high.log10().ceil());
                if low == high {
                    high *= 10.0;
                }
            }
            false => {
                low = low.min(0.0);
                let step = step(high - low);
                high = ((high / step).ceil() * step).max(low + step);
            }
        }
        Scale { low, high, logarithmic: axis.logarithmic }
    }

    fn at(&self, value: f64) -> Option<f64> {
        let at = match self.logarithmic {
            true if value <= 0.0 => return None,
            true => (value / self.low).log10() / (self.high / self.low).log10(),
            false => (value - self.low) / (self.high - self.low),
        };
        at.is_finite().then_some(at)
    }

    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let (low, high) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
            return (low..=high).map(|power| 10f64.powi(power)).collect();
        }
        let step = step(self.high - self.low);
        let n = ((self.high - self.low) / step).round() as usize;
        (0..=n).map(|index| self.low + index as f64 * step).collect()
    }
}

/// A round distance between ticks, so that there are about six.
fn step(range: f64) -> f64 {
    let rough = (range / 6.0).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    round * power
}

impl Plot {
    pub fn to_svg(&self) -> String {
        let all = || self.series.iter().flat_map(|series| series.points.iter().copied());
        // One tool against another: the same scale both ways.
        let ys: Vec<f64> = if self.diagonal { all().map(|p| p.1).collect() } else { Vec::new() };
        let xs: Vec<f64> = if self.diagonal { all().map(|p| p.0).collect() } else { Vec::new() };
        let x = Scale::new(&self.x, all().map(|point| point.0).chain(ys));
        let y = Scale::new(&self.y, all().map(|point| point.1).chain(xs));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             role=\"img\" aria-label=\"{title}\"><style>{STYLE}</style>\n<text class=\"t\" x=\"{LEFT}\" y=\"22\">{title}</text>\n",
            title = escape(&self.title)
        );
        self.axes(&mut out, &x, &y);
        if self.diagonal {
            let (from, to) = (place(0.0, 0.0), place(1.0, 1.0));
            let _ = writeln!(
                out,
                "<line class=\"d\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                from.0, from.1, to.0, to.1
            );
        }
        for (index, series) in self.series.iter().enumerate() {
            draw(&mut out, series, index, &x, &y);
        }
        self.legend(&mut out);
        out + "</svg>\n"
    }

    fn axes(&self, out: &mut String, x: &Scale, y: &Scale) {
        for tick in x.ticks() {
            let Some(at) = x.at(tick) else { continue };
            let ((px, bottom), (_, top)) = (place(at, 0.0), place(at, 1.0));
            let _ = writeln!(out, "<line class=\"g\" x1=\"{px}\" y1=\"{bottom}\" x2=\"{px}\" y2=\"{top}\"/>");
            let _ = writeln!(
                out,
                "<text x=\"{px}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 16.0,
                number(tick)
            );
        }
        for tick in y.ticks() {
            let Some(at) = y.at(tick) else { continue };
            let ((left, py), (right, _)) = (place(0.0, at), place(1.0, at));
            let _ = writeln!(out, "<line class=\"g\" x1=\"{left}\" y1=\"{py}\" x2=\"{right}\" y2=\"{py}\"/>");
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                py + 4.0,
                number(tick)
            );
        }
        let ((left, bottom), (right, top)) = (place(0.0, 0.0), place(1.0, 1.0));
        let _ = writeln!(out, "<path class=\"a\" d=\"M{left} {top}V{bottom}H{right}\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            (left + right) / 2.0,
            HEIGHT - 12.0,
            escape(&self.x.label)
        );
        let middle = (top + bottom) / 2.0;
        let _ = writeln!(
            out,
            "<text x=\"16\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {middle})\">{}</text>",
            escape(&self.y.label)
        );
    }

    fn legend(&self, out: &mut String) {
        for (index, series) in self.series.iter().enumerate().filter(|_| self.series.len() > 1) {
            let (px, py) = (LEFT + 14.0, TOP + 14.0 + 17.0 * index as f64);
            mark(out, index, px, py - 4.0, "");
            let _ = writeln!(out, "<text x=\"{}\" y=\"{py}\">{}</text>", px + 10.0, escape(&series.name));
        }
    }
}

/// From parts of the axes to points of the picture.
fn place(x: f64, y: f64) -> (f64, f64) {
    let round = |value: f64| (value * 10.0).round() / 10.0;
    (round(LEFT + x * (WIDTH - LEFT - RIGHT)), round(HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)))
}

fn draw(out: &mut String, series: &Series, index: usize, x: &Scale, y: &Scale) {
    let placed: Vec<Option<(f64, f64)>> =
        series.points.iter().map(|&(px, py)| Some(place(x.at(px)?, y.at(py)?))).collect();
    if series.joined {
        let points: Vec<String> = placed.iter().flatten().map(|(px, py)| format!("{px},{py}")).collect();
        let style = index % 6;
        let _ = writeln!(out, "<polyline class=\"l s{style}\" points=\"{}\"/>", points.join(" "));
    }
    for (number, point) in placed.iter().enumerate() {
        if let Some((px, py)) = point {
            mark(out, index, *px, *py, series.names.get(number).map_or("", String::as_str));
        }
    }
}

/// Circles, squares and triangles.
fn mark(out: &mut String, index: usize, x: f64, y: f64, name: &str) {
    let title = match name {
        "" => String::new(),
        name => format!("<title>{}</title>", escape(name)),
    };
    let style = index % 6;
    let shape = match index % 3 {
        0 => format!("circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\""),
        1 => format!("rect x=\"{}\" y=\"{}\" width=\"7\" height=\"7\"", x - 3.5, y - 3.5),
        _ => format!("path d=\"M{x} {}l4.5 8h-9z\"", y - 4.5),
    };
    let kind = shape.split(' ').next().unwrap_or("g").to_string();
    let _ = writeln!(out, "<{shape} class=\"p s{style}\">{title}</{kind}>");
}

/// 1500 is `1.5k`, and so on.
fn number(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        v if v >= 1e9 => (value / 1e9, "G"),
        v if v >= 1e6 => (value / 1e6, "M"),
        v if v >= 1e3 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    if value != 0.0 && value.abs() < 1e-3 {
        return format!("{value:e}");
    }
    let text = format!("{scaled:.3}");
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_lies_between_the_axes() {
        let plot = Plot {
            title: "a < b & \"c\"".into(),
            x: Axis::logarithmic("theirs"),
            y: Axis::logarithmic("ours"),
            series: vec![
                Series::dots("one", vec![("p".into(), 3.0, 4000.0), ("q".into(), 0.02, 7.0)]),
                Series::line("two", vec![(1.0, 1.0), (0.0, 5.0), (10.0, 10.0)]),
            ],
            diagonal: true,
        };
        let svg = plot.to_svg();
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;") && !svg.contains("NaN") && !svg.contains("inf"));
        // Two of one and two of two (zero has no place on a logarithmic axis), and one of each in the legend.
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches("<rect").count(), 3);
        for part in svg.split("cx=\"").skip(1) {
            let x: f64 = part.split('"').next().and_then(|text| text.parse().ok()).expect("a number");
            assert!((LEFT..=WIDTH - RIGHT).contains(&x), "{x}");
        }
    }

    #[test]
    fn ticks_are_round() {
        let scale = Scale::new(&Axis::linear(""), [0.0, 43.0].into_iter());
        assert_eq!(scale.ticks(), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        let scale = Scale::new(&Axis::logarithmic(""), [0.3, 43.0].into_iter());
        assert_eq!(
            scale.ticks().iter().map(|&tick| number(tick)).collect::<Vec<_>>(),
            ["0.1", "1", "10", "100"]
        );
        assert_eq!([number(1e-4), number(0.0), number(1500.0)], ["1e-4", "0", "1.5k"]);
        let nothing = Scale::new(&Axis::logarithmic(""), [0.0].into_iter());
        assert!(nothing.at(5.0).is_some_and(|at| (0.0..=1.0).contains(&at)));
    }
}
