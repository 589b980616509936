// The tokens that regular expressions do not match: comments, because block comments nest, and the text between the
// quotes of a string, which may have any character, and in which `//` starts no comment.

#include "tree_sitter/parser.h"

// In the order of `externals` in grammar.js.
enum Token {
    LINE_COMMENT,
    DOC_COMMENT,
    BLOCK_COMMENT,
    STRING_CONTENT,
    UNCLOSED_COMMENT,
    NEVER,
};

static void advance(TSLexer *lexer) {
    lexer->advance(lexer, false);
}

static bool is_space(int32_t c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Takes everything up to a quote or a backslash. Returns whether it is anything.
static bool scan_string_content(TSLexer *lexer) {
    bool found = false;
    while (!lexer->eof(lexer) && lexer->lookahead != '"' && lexer->lookahead != '\\') {
        advance(lexer);
        found = true;
    }
    lexer->mark_end(lexer);
    lexer->result_symbol = STRING_CONTENT;
    return found;
}

// Takes the rest of the line, after `//`, without its end.
static bool scan_line_comment(TSLexer *lexer) {
    lexer->result_symbol = lexer->lookahead == '/' ? DOC_COMMENT : LINE_COMMENT;
    while (!lexer->eof(lexer) && lexer->lookahead != '\n') {
        bool ends = lexer->lookahead == '\r';
        if (ends) {
            lexer->mark_end(lexer);
        }
        advance(lexer);
        if (ends && (lexer->eof(lexer) || lexer->lookahead == '\n')) {
            return true;
        }
    }
    lexer->mark_end(lexer);
    return true;
}

// Takes the rest of a block comment, after `/*`. Comments inside of it are counted. What is not closed is a token, too:
// otherwise the search for the end would start again at each `/*` inside of it.
static bool scan_block_comment(TSLexer *lexer) {
    uint32_t depth = 1;
    lexer->result_symbol = BLOCK_COMMENT;
    while (depth > 0) {
        if (lexer->eof(lexer)) {
            lexer->result_symbol = UNCLOSED_COMMENT;
            break;
        }
        int32_t c = lexer->lookahead;
        advance(lexer);
        if (c == '/' && lexer->lookahead == '*') {
            advance(lexer);
            depth++;
        } else if (c == '*' && lexer->lookahead == '/') {
            advance(lexer);
            depth--;
        }
    }
    lexer->mark_end(lexer);
    return true;
}

bool tree_sitter_candid_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
    (void)payload;
    // All are valid while the parser recovers from an error; it is then unknown whether this is inside of a string.
    if (valid_symbols[STRING_CONTENT] && !valid_symbols[NEVER]) {
        return scan_string_content(lexer);
    }
    while (is_space(lexer->lookahead)) {
        lexer->advance(lexer, true);
    }
    if (lexer->lookahead != '/') {
        return false;
    }
    advance(lexer);
    switch (lexer->lookahead) {
        case '/':
            advance(lexer);
            return scan_line_comment(lexer);
        case '*':
            advance(lexer);
            return scan_block_comment(lexer);
        default:
            return false;
    }
}

// It keeps nothing between tokens.

void *tree_sitter_candid_external_scanner_create(void) {
    return NULL;
}

void tree_sitter_candid_external_scanner_destroy(void *payload) {
    (void)payload;
}

unsigned tree_sitter_candid_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}

void tree_sitter_candid_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}
