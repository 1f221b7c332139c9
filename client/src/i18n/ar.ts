import { type AreaModule, assemble } from './assemble';
import { isolateArguments } from './isolateArguments';

/** Arabic. */
export default isolateArguments(assemble(import.meta.glob<AreaModule>('./ar/*.ts', { eager: true })));
