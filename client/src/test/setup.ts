import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';
import { privateTexts } from '../i18n/en-GB.private';
import { addEnglish } from '../i18n/language.store';

// jsdom lacks these; react-router and the shared hash need them.
Object.assign(globalThis, { TextEncoder, TextDecoder, ReadableStream, TransformStream, WritableStream });

// Tests render parts of the signed-in product without the layout that brings its texts.
addEnglish(privateTexts);
