export { decodeDocument } from './decode';
export { encodeDocument } from './encode';
