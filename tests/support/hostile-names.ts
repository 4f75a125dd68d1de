/** Texts that an object, a number, a replacement or a truth test may take for something else. */
export const HOSTILE_NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'then', 'length', 'name', 'toJSON', 'null', 'undefined', 'NaN', 'false'],
  // Keys like whole numbers come first in an object, whatever the order in which they were added.
  ...['0', '10', '9', '-1', '1e3', '01', 'Infinity', '4294967295'],
  ...['a$&b', "$1$'", '{room}', '%s1', '<i>1', '"1"', "it's 1", '1,2', '=1+1'],
]
