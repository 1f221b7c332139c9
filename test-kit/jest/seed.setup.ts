import fc from 'fast-check';

// SEED=n repeats what fast-check made up in a run that printed this seed; jest.config.ts names this file where it is set.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });
