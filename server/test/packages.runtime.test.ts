import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import LastingEnvironment from '../../test-kit/jest/lasting.environment';
import * as config from '../src/config';

type EnvironmentArguments = ConstructorParameters<typeof LastingEnvironment>;

// The seams of Jest that test-kit/jest builds on: a new version of Jest may have moved them.

test('packages are loaded apart from the file’s own modules', () => {
  jest.isolateModules(() => {
    expect(require('../src/config')).not.toBe(config);
    expect(require('mongoose')).toBe(mongoose);
  });
});

test('packages share the realm of the tests', () => {
  expect(new mongoose.Error('of a package')).toBeInstanceOf(Error);
});

test('the next file finds the same realm, with its globals as they were', async () => {
  const projectConfig = { id: randomUUID(), globals: {}, testEnvironmentOptions: {}, fakeTimers: {} };
  const args = [{ globalConfig: {}, projectConfig }, {}] as unknown as EnvironmentArguments;

  const first = new LastingEnvironment(...args);
  const { global } = first;
  const { setTimeout, fetch } = global;
  first.fakeTimersModern?.useFakeTimers();
  global.fetch = async () => new Response();
  Object.assign(global, { added: 1 });
  Object.assign(global.process.env, { ADDED: '1', PATH: 'changed' });
  expect(global.setTimeout).not.toBe(setTimeout);
  await first.teardown();

  const second = new LastingEnvironment(...args);
  expect(second.global).toBe(global);
  expect([global.setTimeout, global.fetch]).toEqual([setTimeout, fetch]);
  expect(global).not.toHaveProperty('added');
  expect(global.process.env).toEqual(process.env);
});
