//! The tokens of a parser: all of the text, or a part at a time.

use crate::syntax::lex::token::{Kind, Token};
use crate::syntax::lex::Lexer;

/// The number of tokens of a part.
const PART: usize = 1024;

/// The tokens; the last one, and only that one, is [`Kind::End`].
pub(crate) struct Tokens<'a> {
    list: Vec<Token>,
    /// The index of the token after the next one.
    ahead: usize,
    /// The tokens that follow, of a text in parts.
    rest: Option<Box<Rest<'a>>>,
}

struct Rest<'a> {
    /// The next part: productions look ahead, but never further than that.
    next: Vec<Token>,
    lexer: Lexer<'a>,
}

impl<'a> Tokens<'a> {
    pub(super) fn all(list: Vec<Token>) -> Self {
        Tokens {
            list,
            ahead: 0,
            rest: None,
        }
    }

    pub(super) fn in_parts(text: &'a str) -> Self {
        let mut rest = Rest {
            next: Vec::with_capacity(2 * PART),
            lexer: Lexer::in_parts(text),
        };
        rest.lexer.fill(&mut rest.next, PART);
        Tokens {
            rest: Some(Box::new(rest)),
            ..Self::all(Vec::with_capacity(2 * PART))
        }
    }

    /// Returns whether there is a part of them at a time.
    pub(super) fn is_in_parts(&self) -> bool {
        self.rest.is_some()
    }

    /// Puts the next token in the place of `token`, which stays at the end.
    #[inline(always)]
    pub(super) fn take(&mut self, token: &mut Token) {
        match self.list.get(self.ahead) {
            Some(next) => {
                *token = *next;
                self.ahead += 1;
            }
            None => self.take_next_part(token),
        }
    }

    #[cold]
    #[inline(never)]
    fn take_next_part(&mut self, token: &mut Token) {
        let Some(rest) = &mut self.rest else {
            return;
        };
        let Some(first) = rest.next.first() else {
            return;
        };
        *token = *first;
        self.ahead = 1;
        std::mem::swap(&mut self.list, &mut rest.next);
        rest.next.clear();
        let is_end = |last: &Token| last.kind == Kind::End;
        if !self.list.last().is_some_and(is_end) {
            rest.lexer.fill(&mut rest.next, PART);
        }
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
        match self.list.get(self.ahead + n) {
            Some(token) => token.kind,
            None => self.peek_next_part(n),
        }
    }

    #[cold]
    #[inline(never)]
    fn peek_next_part(&self, n: usize) -> Kind {
        let next = self.rest.as_ref().map(|rest| &rest.next);
        let token = next.and_then(|next| next.get((self.ahead + n).checked_sub(self.list.len())?));
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
