//! The pictures of the pages are what the printed commands draw.

use std::path::PathBuf;

use super::commands::{program_arguments, run_alone, script_lines};
use super::{Page, UPDATE, root};
use crate::common::Folder;

#[test]
fn they_are_what_the_commands_draw() {
    let folder = Folder::new("pictures");
    let page = Page::read("docs/method.md");
    let fences = page.fences();
    let fence = fences.iter().find(|fence| fence.has("pictures")).expect("a fence with the mark `pictures`");
    let mut count = 0;
    for line in script_lines(&fence.body) {
        let mut arguments = program_arguments(&line).expect("a command");
        let at = arguments.iter().position(|word| word == "--svg").expect("--svg") + 1;
        let name = arguments[at].clone();
        let drawn: PathBuf = folder.file(&format!("{count}.svg"));
        arguments[at] = drawn.display().to_string();
        run_alone(&arguments);
        let drawn = std::fs::read_to_string(drawn).expect("a picture");
        if std::env::var_os(UPDATE).is_some() {
            std::fs::write(root().join(&name), &drawn).expect("the picture is written");
        }
        let kept = std::fs::read_to_string(root().join(&name)).expect(&name);
        assert!(kept == drawn, "{name} is not up to date; UPDATE_DOCS=1 writes it anew");
        assert!(page.text.contains(&name["docs/".len()..]), "{name} is not shown");
        count += 1;
    }
    assert_eq!(count, 3);
    let shown = |picture: &str| Page::read("README.md").text.contains(picture);
    assert!(shown("](docs/img/article.svg)"));
}
