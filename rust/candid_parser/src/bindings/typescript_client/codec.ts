/** Returns the message with values of these types. */
export function encode(types: IDL.Type[], values: readonly unknown[]): Uint8Array {
  if (values.length > types.length) {
    throw new TypeError(`expected ${types.length} values, found ${values.length}`);
  }
  return IDL.encode(types, types.map((type, idx) => toCandid(type, values[idx])));
}

/** Returns the values of a message, as these types. */
export function decode(types: IDL.Type[], message: Uint8Array): unknown[] {
  const values: unknown[] = IDL.decode(types, message);
  return types.map((type, idx) => fromCandid(type, values[idx]));
}

/** Converts a value to the form that `IDL.encode` takes, in which an option is a list and a variant an object of one key. */
export function toCandid(type: IDL.Type, value: unknown): unknown {
  return type.accept(new ToCandid(), value);
}

/** Converts a value from the form that `IDL.decode` returns. */
export function fromCandid(type: IDL.Type, value: unknown): unknown {
  return type.accept(new FromCandid(), value);
}

class ToCandid extends IDL.Visitor<unknown, unknown> {
  override visitType<T>(_type: IDL.Type<T>, value: unknown): unknown {
    return value;
  }
  override visitNull(_type: IDL.NullClass, value: unknown): unknown {
    return value ?? null;
  }
  override visitRec<T>(_type: IDL.RecClass<T>, type: IDL.ConstructType<T>, value: unknown): unknown {
    return type.accept(this, value);
  }
  override visitOpt<T>(_type: IDL.OptClass<T>, type: IDL.Type<T>, value: unknown): unknown {
    if (value === null || value === undefined) {
      return [];
    }
    if (!isNullable(type)) {
      return [type.accept(this, value)];
    }
    if (typeof value !== 'object' || !('some' in value)) {
      throw new TypeError('expected { some: … } or null');
    }
    return [type.accept(this, value.some)];
  }
  override visitVec<T>(_type: IDL.VecClass<T>, type: IDL.Type<T>, value: unknown): unknown {
    if (ArrayBuffer.isView(value)) {
      // The library writes the bytes of any array whose items have the size.
      const [expected, found] = [typedArray(type), Object.prototype.toString.call(value).slice(8, -1)];
      if (found !== expected) {
        throw new TypeError(`expected ${expected}, found ${found}`);
      }
    }
    return Array.isArray(value) ? Array.from(value, (item) => type.accept(this, item)) : value;
  }
  override visitTuple<T extends any[]>(_type: IDL.TupleClass<T>, types: IDL.Type[], value: unknown): unknown {
    if (!Array.isArray(value)) {
      return value;
    }
    if (value.length > types.length) {
      throw new TypeError(`expected ${types.length} items, found ${value.length}`);
    }
    return types.map((type, idx) => type.accept(this, value[idx]));
  }
  override visitRecord(_type: IDL.RecordClass, fields: Array<[string, IDL.Type]>, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const record = value as Record<string, unknown>;
    // What each object inherits is not a field.
    const field = (name: string) => (name in Object.prototype && !Object.hasOwn(record, name) ? undefined : record[name]);
    return Object.fromEntries(fields.map(([name, type]) => [name, type.accept(this, field(name))]));
  }
  override visitVariant(_type: IDL.VariantClass, cases: Array<[string, IDL.Type]>, value: unknown): unknown {
    const variant = (value ?? {}) as { kind?: unknown; value?: unknown };
    const found = cases.find(([name]) => name === variant.kind);
    if (found === undefined) {
      const kinds = cases.map(([name]) => JSON.stringify(name)).join(', ');
      throw new TypeError(`expected a variant whose kind is one of ${kinds}, found ${String(variant.kind)}`);
    }
    const [name, type] = found;
    return { [name]: type.accept(this, variant.value) };
  }
}

class FromCandid extends IDL.Visitor<unknown, unknown> {
  override visitType<T>(_type: IDL.Type<T>, value: unknown): unknown {
    return value;
  }
  override visitReserved(): unknown {
    return null;
  }
  override visitRec<T>(_type: IDL.RecClass<T>, type: IDL.ConstructType<T>, value: unknown): unknown {
    return type.accept(this, value);
  }
  override visitOpt<T>(_type: IDL.OptClass<T>, type: IDL.Type<T>, value: unknown): unknown {
    const values = value as unknown[];
    if (values.length === 0) {
      return null;
    }
    const inner = type.accept(this, values[0]);
    return isNullable(type) ? { some: inner } : inner;
  }
  override visitVec<T>(_type: IDL.VecClass<T>, type: IDL.Type<T>, value: unknown): unknown {
    return Array.isArray(value) ? value.map((item) => type.accept(this, item)) : value;
  }
  override visitTuple<T extends any[]>(_type: IDL.TupleClass<T>, types: IDL.Type[], value: unknown): unknown {
    return types.map((type, idx) => type.accept(this, (value as unknown[])[idx]));
  }
  override visitRecord(_type: IDL.RecordClass, fields: Array<[string, IDL.Type]>, value: unknown): unknown {
    const record = value as Record<string, unknown>;
    const field = (name: string) => {
      // The library loses a field that is called `__proto__`.
      if (!Object.hasOwn(record, name)) {
        throw new TypeError(`the library returned no value for the field ${JSON.stringify(name)}`);
      }
      return record[name];
    };
    return Object.fromEntries(fields.map(([name, type]) => [name, type.accept(this, field(name))]));
  }
  override visitVariant(_type: IDL.VariantClass, cases: Array<[string, IDL.Type]>, value: unknown): unknown {
    const variant = value as Record<string, unknown>;
    const [kind] = Object.keys(variant);
    const found = cases.find(([name]) => name === kind);
    if (found === undefined) {
      throw new TypeError(`unexpected variant ${String(kind)}`);
    }
    const [name, type] = found;
    return type instanceof IDL.NullClass ? { kind: name } : { kind: name, value: type.accept(this, variant[name]) };
  }
}

/** Returns whether `null` is a value of a type, so that an option of it is `{ some: … }` or `null`. */
function isNullable(type: IDL.Type): boolean {
  let inner: IDL.Type | undefined = type;
  while (inner instanceof IDL.RecClass) {
    inner = inner.getType();
  }
  return inner instanceof IDL.OptClass || inner instanceof IDL.NullClass || inner instanceof IDL.ReservedClass;
}

/** Returns the class of typed arrays for vectors of a type, or `Array` if there is none. */
function typedArray(type: IDL.Type): string {
  const signed = type instanceof IDL.FixedIntClass;
  if (!signed && !(type instanceof IDL.FixedNatClass)) {
    return 'Array';
  }
  return `${type._bits === 64 ? 'Big' : ''}${signed ? 'Int' : 'Uint'}${type._bits}Array`;
}
