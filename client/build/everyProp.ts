/** Stands in for `@emotion/is-prop-valid`: elements with styles get nothing here that is no attribute of theirs. */
export default function isPropValid(): boolean {
  return true;
}
