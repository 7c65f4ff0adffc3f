/** The replica: every change of the database, which Litestream copies to a bucket within a second or two. */
export interface Replica {
  /**
   * The newest object that holds changes, and when the bucket received it; null while there is no object. `known` is
   * the key of an earlier response: one request is enough where something newer has come. @throws when the bucket
   * refuses.
   */
  newest(known: string | null): Promise<{ key: string; at: Date } | null>;
  /**
   * How large the newest database is once it is restored; null while there is no object. @throws when the bucket
   * refuses.
   */
  bytes(): Promise<number | null>;
  /**
   * Restores the database as of `at`, or the newest, into a file that does not exist yet. Returns false when the bucket
   * holds no replica at this path. @throws with Litestream's error message.
   */
  restore(toFile: string, at: Date | null): Promise<boolean>;
  /** The program's version, such as "0.5.17". @throws when it cannot be run. */
  version(): Promise<string>;
}

export interface StoredCopy {
  key: string;
  at: Date;
  bytes: number;
}

/** Whole copies of the database in a bucket, one object each, in their order of names. */
export interface Copies {
  put(name: string, file: string): Promise<StoredCopy>;
  list(): Promise<StoredCopy[]>;
  /** @throws when the bucket has no such key. */
  download(key: string, toFile: string): Promise<void>;
  remove(key: string): Promise<void>;
  /**
   * The list of erased accounts, an object beside the copies; null while there is no list. @throws when the bucket
   * refuses.
   */
  readErased(): Promise<string | null>;
  writeErased(list: string): Promise<void>;
}

/** Which machine may send changes to the replica. */
export interface Owner {
  /** Of the volume, made once. */
  machine: string;
  /** The machine's name, for people. */
  host: string;
  /** Of one start: a copy of the volume that is started too has another. */
  run: string;
  /** How often the copies changed hands. */
  generation: number;
  /** Grows by one with each write of one machine. */
  renewal: number;
  /** `taken` from a machine that may not know it yet, `released` after its last copy. */
  state: "held" | "taken" | "released";
}

export interface KnownOwner {
  owner: Owner;
  /** Changes with each write. */
  tag: string;
  /** How long ago it was written, by the bucket's clock alone. */
  ageMs: number;
}

/** The object beside the replica that says who may write to it. @throws when the bucket refuses. */
export interface OwnerObject {
  /** The bucket and the path of the replica, for people. */
  readonly place: string;
  read(): Promise<KnownOwner | null>;
  /**
   * Writes it if nobody has since `tag`; null asks that no object exists. Returns the new tag, or null where somebody
   * was faster.
   */
  write(owner: Owner, tag: string | null): Promise<string | null>;
}
