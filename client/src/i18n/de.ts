import { type AreaModule, assemble } from './assemble';

/** German. */
export default assemble(import.meta.glob<AreaModule>('./de/*.ts', { eager: true }));
