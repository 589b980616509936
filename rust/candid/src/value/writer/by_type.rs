//! The code that writes a value by the operation of its type, at each place where values are written: compiled for the prefix
//! there, which goes into the buffer together with a number.

/// Appends a prefix and a value of a type with this operation: of one without parts, or a blob; others by the arms.
macro_rules! write_by_type {
    ($writer:ident, $value:ident, $op:ident, $at:ident, $prefix:ident, {$($others:pat => $other:expr,)*}) => {
        write_by_type!($writer, $value, $op, $at, $prefix, {$($others => $other,)*}, out, {
            Bool v => [u8::from(*v)];
            Nat8 v => [*v];
            Nat16 v => v.to_le_bytes();
            Nat32 v => v.to_le_bytes();
            Nat64 v => v.to_le_bytes();
            Int8 v => v.to_le_bytes();
            Int16 v => v.to_le_bytes();
            Int32 v => v.to_le_bytes();
            Int64 v => v.to_le_bytes();
            Float32 v => v.to_le_bytes();
            Float64 v => v.to_le_bytes();
        }, {
            Nat v => v.write_leb128(out);
            Int v => v.write_sleb128(out);
            Text v => short::write_blob(out, v.as_bytes());
            Principal v => short::write_principal(out, v.as_slice());
            Blob v => short::write_blob(out, v);
        })
    };
    (
        $writer:ident, $value:ident, $op:ident, $at:ident, $prefix:ident, {$($others:pat => $other:expr,)*},
        $out:ident, {$($fixed:ident $n:ident => $bytes:expr;)*}, {$($leaf:ident $v:ident => $write:expr;)*}
    ) => {{
        let $out = &mut $writer.out;
        // By the type first: the tag of the value is then compared with one number.
        match $op {
            $(Op::$fixed => {
                if let IDLValue::$fixed($n) = $value {
                    short::write_fixed($out, $prefix, $bytes);
                    return Ok(());
                }
                $out.extend_from_slice(&$prefix);
            })*
            Op::Null => {
                $out.extend_from_slice(&$prefix);
                if let IDLValue::Null = $value {
                    return Ok(());
                }
            }
            $(Op::$leaf => {
                $out.extend_from_slice(&$prefix);
                if let IDLValue::$leaf($v) = $value {
                    $write;
                    return Ok(());
                }
            })*
            Op::Reserved | Op::Empty => $out.extend_from_slice(&$prefix),
            $($others => {
                $out.extend_from_slice(&$prefix);
                return $other;
            })*
        }
        $writer.unlike($value, $op, $at)
    }};
}

pub(super) use write_by_type;
