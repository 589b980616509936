[
  (record_type)
  (variant_type)
  (service_type)
  (service)
  (arguments)
  (results)
  (block_comment)
] @fold
