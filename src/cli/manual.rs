//! The manual page, and completions for shells, made from the arguments that the program takes.

use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::output;

/// Name of the program in what is made.
const PROGRAM: &str = "somatic";

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints what a shell is to be told.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, PROGRAM, &mut script);
    output::print_bytes(&script)
}

/// Prints one page about all commands, in the format of `man`.
pub fn man(mut command: Command) -> Result<()> {
    command.build();
    let mut page = Vec::new();
    let main = Man::new(command.clone()).title("SOMATIC").section("1");
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    for part in command.get_subcommands() {
        add_command(part, PROGRAM, &mut page)?;
    }
    output::print_bytes(&page)
}

/// The section of a command, and those of the commands within it.
fn add_command(command: &Command, before: &str, page: &mut Vec<u8>) -> Result<()> {
    if command.get_name() == "help" || command.is_hide_set() {
        return Ok(());
    }
    let name = format!("{before} {}", command.get_name());
    page.extend(format!(".SH \"{}\"\n", name.to_uppercase()).bytes());
    let mut text = Vec::new();
    let part = Man::new(command.clone());
    part.render_synopsis_section(&mut text)?;
    part.render_description_section(&mut text)?;
    part.render_options_section(&mut text)?;
    // What is a section of a page of its own is a part of this one.
    page.extend(String::from_utf8_lossy(&text).replace(".SH ", ".SS ").bytes());
    command.get_subcommands().try_for_each(|part| add_command(part, &name, page))
}
