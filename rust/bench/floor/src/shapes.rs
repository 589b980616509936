//! Records and variants, written as the list of their parts in the order of the wire.

/// A record: its fields in the order of the wire, which is that of their hashes.
macro_rules! record {
    ($ty:ident: $($field:ident)*) => {
        impl Wire for $ty {
            #[inline(always)]
            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.write(out);)*
            }
            #[inline(always)]
            fn read(reader: &mut Reader<'_>) -> Option<Self> {
                $(let $field = Wire::read(reader)?;)*
                Some(Self { $($field),* })
            }
        }
    };
}

/// A record whose fields all have a fixed size.
macro_rules! fixed_record {
    ($ty:ident, $size:literal: $($field:ident)*) => {
        impl Fixed for $ty {
            const SIZE: usize = $size;
            #[inline(always)]
            fn put(&self, to: &mut &mut [u8]) -> Option<()> {
                $(self.$field.put(to)?;)*
                Some(())
            }
            #[inline(always)]
            fn get(reader: &mut Reader<'_>) -> Option<Self> {
                $(let $field = Fixed::get(reader)?;)*
                Some(Self { $($field),* })
            }
        }
        impl Wire for $ty {
            #[inline(always)]
            fn write(&self, out: &mut Vec<u8>) {
                write_fixed(std::slice::from_ref(self), out);
            }
            #[inline(always)]
            fn read(reader: &mut Reader<'_>) -> Option<Self> {
                Self::get(&mut Reader::new(reader.take($size)?))
            }
            fn write_all(items: &[Self], out: &mut Vec<u8>) {
                write_fixed(items, out);
            }
            fn read_all(n: usize, reader: &mut Reader<'_>) -> Option<Vec<Self>> {
                read_fixed(n, reader)
            }
        }
    };
}

/// A variant: its tags by their position on the wire.
macro_rules! variant {
    ($ty:ident: $($index:literal $tag:ident $(($($item:ident)*))? $({$($field:ident)*})?),*) => {
        impl Wire for $ty {
            #[inline(always)]
            fn write(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$tag $(($($item),*))? $({$($field),*})? => {
                        out.push($index);
                        $($($item.write(out);)*)?
                        $($($field.write(out);)*)?
                    })*
                }
            }
            #[inline(always)]
            fn read(reader: &mut Reader<'_>) -> Option<Self> {
                match reader.byte()? {
                    $($index => {
                        $($(let $item = Wire::read(reader)?;)*)?
                        $($(let $field = Wire::read(reader)?;)*)?
                        Some(Self::$tag $(($($item),*))? $({$($field),*})?)
                    })*
                    _ => None,
                }
            }
        }
    };
}
