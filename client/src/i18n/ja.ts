import { type AreaModule, assemble } from './assemble';

/** Japanese. */
export default assemble(import.meta.glob<AreaModule>('./ja/*.ts', { eager: true }));
