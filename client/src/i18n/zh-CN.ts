import { type AreaModule, assemble } from './assemble';

/** Simplified Chinese. */
export default assemble(import.meta.glob<AreaModule>('./zh-CN/*.ts', { eager: true }));
