//! A headless Chromium, driven over its DevTools protocol through a pipe: it reads commands from descriptor 3 and writes
//! answers and events to descriptor 4, each a JSON text that ends with a NUL byte. No port, no other program.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "chrome", "headless_shell"];
const PATIENCE: Duration = Duration::from_secs(60);

/// The Chromium to use, if there is one: `$SELVEDGE_CHROMIUM`, or the first known name on PATH.
pub fn find() -> Option<PathBuf> {
    if let Some(given) = std::env::var_os("SELVEDGE_CHROMIUM") {
        return Some(given.into());
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

pub struct Browser {
    process: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    /// Events that arrived while waiting for an answer.
    pub events: Vec<Value>,
    session: String,
    last_id: u64,
    profile: PathBuf,
}

impl Browser {
    pub fn start(program: &Path, profile: PathBuf) -> Browser {
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut process = Command::new("sh")
            .args(["-c", script])
            .arg(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args(["--disable-background-networking", "--disable-extensions", "--hide-scrollbars"])
            .args(["--disable-component-update", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh runs");
        let commands = process.stdin.take().expect("a pipe");
        let output = process.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let Ok(value) = serde_json::from_slice(&message) else { continue };
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let mut browser = Browser {
            process,
            commands,
            messages,
            events: vec![],
            session: String::new(),
            last_id: 0,
            profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session = text(&browser.call("Target.attachToTarget", attach)["sessionId"]);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            browser.call(domain, json!({}));
        }
        browser
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.commands.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        let id = self.last_id;
        let answer = self.wait(method, |message| message["id"] == json!(id));
        assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
        answer["result"].clone()
    }

    fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left).unwrap_or_else(|_| panic!("no answer to {what}"));
            if wanted(&message) {
                return message;
            }
            self.events.push(message);
        }
    }

    /// Opens a file and waits until it has loaded.
    pub fn open(&mut self, file: &Path) {
        self.events.clear();
        let url = format!("file://{}", file.display());
        self.call("Page.navigate", json!({ "url": url }));
        let loaded = |message: &Value| message["method"] == "Page.loadEventFired";
        if !self.events.iter().any(loaded) {
            let event = self.wait("load", loaded);
            self.events.push(event);
        }
        self.settle();
    }

    /// The value of a JavaScript expression.
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, selector: &str) -> String {
        text(&self.value(&format!("document.querySelector({selector:?}).textContent")))
    }

    pub fn count(&mut self, selector: &str) -> u64 {
        self.value(&format!("document.querySelectorAll({selector:?}).length")).as_u64().expect("a number")
    }

    /// Waits until the page has drawn what it has to draw.
    pub fn settle(&mut self) {
        self.value("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(0))))");
    }

    pub fn focus(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({selector:?}).focus()"));
    }

    /// Presses and lets go of a key, as a keyboard does.
    pub fn key(&mut self, name: &str) {
        let code = match name {
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            " " => 32,
            "Tab" => 9,
            other => panic!("no code for {other}"),
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let key = json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", key);
        }
        self.settle();
    }

    /// Clicks at a part of an element (0 is its left edge, 1 its right edge) with the mouse.
    pub fn click_at(&mut self, selector: &str, part: f64) {
        let place = self.value(&format!(
            "(() => {{ const node = document.querySelector({selector:?}); node.scrollIntoView({{ block: 'center', behavior: 'instant' }});
               const box = node.getBoundingClientRect(); return [box.left + box.width * {part}, box.top + box.height / 2]; }})()"
        ));
        for (kind, buttons) in [("mousePressed", 1), ("mouseReleased", 0)] {
            let mouse = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "buttons": buttons, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", mouse);
        }
        self.settle();
    }

    pub fn click(&mut self, selector: &str) {
        self.click_at(selector, 0.5);
    }

    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
        self.settle();
    }

    /// Size of the window, and light or dark.
    pub fn window(&mut self, width: u32, height: u32, scheme: &str) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", scheme);
        self.settle();
    }

    /// A picture of the window as PNG, in base64.
    pub fn screenshot(&mut self) -> String {
        text(&self.call("Page.captureScreenshot", json!({ "format": "png" }))["data"])
    }

    /// Errors on the console, exceptions, and requests for anything but the page itself.
    pub fn complaints(&mut self) -> Vec<String> {
        self.settle();
        let complaint = |event: &Value| match event["method"].as_str()? {
            "Runtime.exceptionThrown" | "Log.entryAdded" => Some(event["params"].to_string()),
            "Runtime.consoleAPICalled" => Some(event["params"].to_string()),
            "Network.requestWillBeSent" if event["params"]["type"] != "Document" => {
                Some(event["params"]["request"]["url"].to_string())
            }
            "Page.javascriptDialogOpening" | "Network.webSocketCreated" => Some(event["params"].to_string()),
            _ => None,
        };
        self.events.iter().filter_map(complaint).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session.clear();
        let close = json!({ "id": u64::MAX >> 12, "method": "Browser.close" });
        drop(self.commands.write_all(format!("{close}\0").as_bytes()));
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(50));
        }
        drop(self.process.kill());
        drop(self.process.wait());
        drop(std::fs::remove_dir_all(&self.profile));
    }
}

fn text(value: &Value) -> String {
    value.as_str().map(str::to_string).unwrap_or_else(|| panic!("{value} is not a text"))
}
