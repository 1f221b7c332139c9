import type { Connection } from 'mongoose';
import { livingNodes, nodeModel } from '../../nodes/node.model';
import { differingSettings } from '../../setting-digests';
import { about, type Finding } from './finding';

/** Checks that the living nodes have the same settings, as far as they must. @param now the database's time */
export async function checkNodes(connection: Connection, now: Date): Promise<Finding[]> {
  const { ok, warning, fault } = about('nodes');
  const living = await livingNodes(nodeModel(connection), now.getTime());
  // Nodes of older versions do not tell theirs.
  const told = living.flatMap(({ name, settings }) => (settings ? [{ name, settings }] : []));
  const [first, ...others] = told;
  if (!first || others.length === 0) return [];
  const findings = others.flatMap(({ name, settings }) => {
    const differing = differingSettings(first.settings, settings);
    if (differing.length === 0) return [];
    // Without one secret, a node refuses the access tokens of the others.
    const say = differing.includes('JWT_SECRET') ? fault : warning;
    return [say(`${first.name} and ${name} differ in ${differing.join(', ')}: give every node the same`)];
  });
  return findings.length > 0 ? findings : [ok(`the settings of all ${told.length} agree`)];
}
