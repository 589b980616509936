; Notes and addresses, where the editor has a language for what is in comments.
([(line_comment) (doc_comment) (block_comment)] @injection.content
  (#set! injection.language "comment"))
