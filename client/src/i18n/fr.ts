import { type AreaModule, assemble } from './assemble';

/** French. */
export default assemble(import.meta.glob<AreaModule>('./fr/*.ts', { eager: true }));
