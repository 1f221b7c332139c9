import { type AreaModule, assemble } from './assemble';

/** Brazilian Portuguese. */
export default assemble(import.meta.glob<AreaModule>('./pt-BR/*.ts', { eager: true }));
