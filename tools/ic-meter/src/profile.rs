//! Instructions per function and call path, as folded stacks for flame graphs.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A profiler of one message.
#[derive(Debug)]
pub struct Profiler {
    /// The call tree; the root is the message itself.
    nodes: Vec<Node>,
    /// The nodes of the active calls.
    stack: Vec<usize>,
    current: usize,
    /// The counter when the current node was last entered or resumed.
    counter: i64,
}

#[derive(Debug)]
struct Node {
    parent: usize,
    function: u32,
    spent: i64,
    children: BTreeMap<u32, usize>,
}

impl Profiler {
    /// Returns a profiler with the counter at its limit.
    #[must_use]
    pub fn new(limit: i64) -> Self {
        let root = Node {
            parent: 0,
            function: u32::MAX,
            spent: 0,
            children: BTreeMap::new(),
        };
        Self {
            nodes: vec![root],
            stack: Vec::new(),
            current: 0,
            counter: limit,
        }
    }

    /// Records the entry of a function. If it is on the path already, the path is truncated to that point: a recursion
    /// 2,048 deep would otherwise have paths 2,048 long, each a line of its own.
    pub fn enter(&mut self, function: u32, counter: i64) {
        self.charge(counter);
        self.stack.push(self.current);
        let mut ancestor = self.current;
        while ancestor != 0 {
            if self.nodes[ancestor].function == function {
                self.current = ancestor;
                return;
            }
            ancestor = self.nodes[ancestor].parent;
        }
        let parent = self.current;
        let new = self.nodes.len();
        let child = *self.nodes[parent].children.entry(function).or_insert(new);
        if child == new {
            self.nodes.push(Node {
                parent,
                function,
                spent: 0,
                children: BTreeMap::new(),
            });
        }
        self.current = child;
    }

    /// Records the exit of the function entered last.
    pub fn leave(&mut self, counter: i64) {
        self.charge(counter);
        self.current = self.stack.pop().unwrap_or(0);
    }

    /// Returns the path of the current function: names from the outermost in, separated by semicolons. A function that calls
    /// itself is there once.
    #[must_use]
    pub fn stack(&self, names: &[String]) -> String {
        self.path(&self.nodes[self.current], names)
    }

    fn charge(&mut self, counter: i64) {
        self.nodes[self.current].spent += self.counter - counter;
        self.counter = counter;
    }

    /// Returns one line for each call path that executed instructions: names from the outermost in, then the
    /// instructions of the last function itself. A run is charged at its start, so a caller is charged for the code
    /// after the call in the same run.
    #[must_use]
    pub fn folded(&self, names: &[String]) -> String {
        let mut lines = Vec::new();
        for node in &self.nodes {
            if node.spent > 0 {
                lines.push(format!("{} {}", self.path(node, names), node.spent));
            }
        }
        lines.sort();
        lines.iter().fold(String::new(), |mut text, line| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
            text
        })
    }

    fn path(&self, node: &Node, names: &[String]) -> String {
        let mut parts = Vec::new();
        let mut node = node;
        while node.function != u32::MAX {
            let name = usize::try_from(node.function)
                .ok()
                .and_then(|i| names.get(i));
            parts.push(match name {
                Some(name) => name.replace(';', ":"),
                None => format!("function {}", node.function),
            });
            node = &self.nodes[node.parent];
        }
        parts.reverse();
        if parts.is_empty() {
            parts.push("(message)".into());
        }
        parts.join(";")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_has_its_own_line() {
        let mut profiler = Profiler::new(1000);
        profiler.enter(0, 1000);
        profiler.enter(1, 990);
        profiler.leave(970);
        profiler.enter(7, 965);
        profiler.enter(1, 964);
        profiler.leave(961);
        profiler.leave(961);
        profiler.leave(960);
        let names = ["main".to_string(), "a;b".to_string()];
        assert_eq!(
            profiler.folded(&names),
            "main 16\nmain;a:b 20\nmain;function 7 1\nmain;function 7;a:b 3\n"
        );
    }
}
