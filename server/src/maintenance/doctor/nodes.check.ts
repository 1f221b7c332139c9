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
  if (told.length < 2) return [];
  const findings = told.flatMap(({ name, settings }, at) => {
    const known = new Set<string>();
    return told.slice(0, at).flatMap((other) => {
      const differing = differingSettings(other.settings, settings).filter((each) => !known.has(each));
      if (differing.length === 0) return [];
      for (const each of differing) known.add(each);
      // Without one secret, a node refuses the access tokens of the others.
      const say = differing.includes('JWT_SECRET') ? fault : warning;
      return [say(`${other.name} and ${name} differ in ${differing.join(', ')}: give every node the same`)];
    });
  });
  return findings.length > 0 ? findings : [ok(`the settings of all ${told.length} agree`)];
}
