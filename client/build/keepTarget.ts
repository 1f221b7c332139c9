/** Stands in for `hoist-non-react-statics`: nothing here has static properties to be kept. */
export default function keepTarget<Target>(target: Target): Target {
  return target;
}
