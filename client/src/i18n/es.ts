import { type AreaModule, assemble } from './assemble';

/** Spanish. */
export default assemble(import.meta.glob<AreaModule>('./es/*.ts', { eager: true }));
