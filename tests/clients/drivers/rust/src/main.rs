//! Runs battery.sql through Rust's rusqlite. ../../c.c describes plan and answers.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, LoadExtensionGuard, Result, Statement, ToSql};

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn encoded(value: ValueRef) -> String {
    match value {
        ValueRef::Null => "N".to_string(),
        ValueRef::Integer(number) => format!("I{number}"),
        ValueRef::Real(number) => format!("R{:016x}", number.to_bits()),
        ValueRef::Text(text) => "T".to_string() + &hexadecimal(text),
        ValueRef::Blob(bytes) => "B".to_string() + &hexadecimal(bytes),
    }
}

fn bound(kind: &str) -> Option<Box<dyn ToSql>> {
    Some(match kind {
        "int" => Box::new(12),
        "float" => Box::new(0.8),
        "whole float" => Box::new(1.0),
        "text" => Box::new("0.8"),
        "null" => Box::new(Value::Null),
        "blob" => Box::new(b"0.8".to_vec()),
        "true" => Box::new(true),
        "false" => Box::new(false),
        "big int" => Box::new(9007199254740993_i64),
        "nan" => Box::new(f64::NAN),
        _ => return None,
    })
}

fn print_rows(statement: &mut Statement, name: &str) -> Result<()> {
    let count = statement.column_count();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next()? {
        let mut line = name.to_string();
        for i in 0..count {
            line += "\t";
            line += &encoded(row.get_ref(i)?);
        }
        println!("{line}");
    }
    Ok(())
}

fn run(database: &Connection, kind: &str, name: &str, sql: &str) -> Result<()> {
    let mut statement = database.prepare(sql)?;
    if let Some(value) = bound(kind) {
        statement.raw_bind_parameter(1, value)?;
    }
    print_rows(&mut statement, name)
}

fn connected(path: &str, extension: Option<&str>) -> Result<Connection> {
    let database = Connection::open(path)?;
    if let Some(extension) = extension {
        // SAFETY: the file is the one that was just built.
        unsafe {
            let _guard = LoadExtensionGuard::new(&database)?;
            database.load_extension(extension, None)?;
        }
    }
    Ok(database)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let (extension, path) = (&arguments[1], &arguments[2]);
    let plan = std::fs::read_to_string(&arguments[3]).expect("a plan");
    println!("client\trusqlite 0.28\nsqlite\t{}", rusqlite::version());
    let mut database = connected(path, None)?;
    for line in plan.lines() {
        let step: Vec<&str> = line.split('\t').collect();
        if step[0] == "open" || step[0] == "bare" {
            let load = (step[0] == "open").then_some(extension.as_str());
            database = connected(path, load)?;
        } else if let Err(error) = run(&database, step[0], step[1], step[2]) {
            println!("{}\tE{}", step[1], hexadecimal(error.to_string().as_bytes()));
        }
    }
    Ok(())
}
