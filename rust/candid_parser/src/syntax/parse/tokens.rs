//! The tokens of a parser: all of the text, or a part at a time.

use crate::syntax::lex::token::{Kind, Token};
use crate::syntax::lex::Lexer;

/// The number of tokens of a part.
const PART: usize = 1024;

/// The number of tokens after the next one that are always there: no production looks further ahead.
const AHEAD: usize = 8;

/// The tokens; the last one, and only that one, is [`Kind::End`].
pub(crate) struct Tokens<'a> {
    list: Vec<Token>,
    /// The index of the token after the next one.
    ahead: usize,
    /// The text of the tokens that follow.
    rest: Option<Box<Lexer<'a>>>,
    /// The index from which on more of them are needed.
    refill_at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn all(list: Vec<Token>) -> Self {
        Tokens {
            list,
            ahead: 0,
            rest: None,
            refill_at: usize::MAX,
        }
    }

    pub(super) fn in_parts(text: &'a str) -> Self {
        Tokens {
            rest: Some(Box::new(Lexer::in_parts(text))),
            refill_at: 0,
            ..Self::all(Vec::new())
        }
    }

    /// Returns whether there is a part of them at a time.
    pub(super) fn is_in_parts(&self) -> bool {
        self.rest.is_some()
    }

    /// Puts the next token in the place of `token`, which stays at the end.
    #[inline(always)]
    pub(super) fn take(&mut self, token: &mut Token) {
        if self.ahead >= self.refill_at {
            self.refill();
        }
        if let Some(next) = self.list.get(self.ahead) {
            *token = *next;
            self.ahead += 1;
        }
    }

    /// Replaces the tokens that have been taken by as many that follow.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let Some(rest) = &mut self.rest else {
            return;
        };
        self.list.drain(..self.ahead.min(self.list.len()));
        self.ahead = 0;
        rest.fill(&mut self.list, PART);
        let is_all = self.list.last().is_some_and(|last| last.kind == Kind::End);
        self.refill_at = if is_all { usize::MAX } else { PART - AHEAD };
    }

    /// Skips all tokens that follow.
    #[cold]
    pub(super) fn end(&mut self, last: Token) {
        if self.is_in_parts() {
            *self = Self::all(vec![last]);
        }
        self.ahead = self.list.len() - 1;
    }

    /// Returns the kind of the token `n` tokens after the one that is taken next.
    #[inline(always)]
    pub(super) fn peek(&self, n: usize) -> Kind {
        let token = self.list.get(self.ahead + n);
        token.map_or(Kind::End, |token| token.kind)
    }

    pub(super) fn get(&self, idx: usize) -> Option<Token> {
        self.list.get(idx).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn skip(&mut self, n: usize) {
        self.ahead += n;
    }

    /// Returns the number of tokens that have been taken.
    pub(super) fn n_taken(&self) -> usize {
        self.ahead
    }

    pub(super) fn into_all(self) -> Vec<Token> {
        self.list
    }
}
