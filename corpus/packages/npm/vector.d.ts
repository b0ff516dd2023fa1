export interface Vector {
  id: string;
  units: Uint8Array;
  wellFormed: boolean;
  /** Offset and length of each ill-formed maximal subpart. */
  errors: [number, number][];
  /** Scalar values, with U+FFFD for each error. */
  values: number[];
}
