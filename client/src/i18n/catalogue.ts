import type { ErrorCode } from '@livelane/shared/http/error.codes';

/** The texts of one area in another language: the keys of en-GB, no more and no fewer. */
export type Texts<Area> = Record<keyof Area, string>;

/**
 * Texts of refusals, by error code, and what joins several. The specification (section 8) shows the server's own
 * message, which is en-GB: so en-GB has no such texts, and the other languages have one for each code.
 */
export type Refusals = Record<`refused_${ErrorCode}` | 'refused_full_stop', string>;
