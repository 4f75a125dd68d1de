import { z } from 'zod'

type Problem = { path: (string | number)[]; message: string }
type Check = (value: unknown) => Problem | null

/**
 * Adds a check of the lengths of all lists in the schema, which runs before zod parses any item.
 * Throws if a list of the schema has no maximum.
 */
export function limitLists<Form extends z.ZodType>(form: Form): Form {
  const check = toCheck(form)
  if (!check) return form
  const limited = z.unknown().superRefine((value, c) => {
    const problem = check(value)
    if (problem) c.addIssue({ code: 'custom', ...problem })
  })
  // The pipe takes and returns the same values as the schema behind it.
  return limited.pipe(form) as unknown as Form
}

function toCheck(schema: unknown): Check | null {
  if (schema instanceof z.ZodArray) return toArrayCheck(schema)
  if (schema instanceof z.ZodObject) return toObjectCheck(schema)
  if (schema instanceof z.ZodPipe) return toCheck(schema.in)
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  return isWrapper ? toCheck(schema.unwrap()) : null
}

function toArrayCheck({ def, element }: z.ZodArray): Check {
  const checks = def.checks ?? []
  if (!checks.some(({ _zod }) => _zod.def.check === 'max_length')) {
    throw new Error('A list in a schema needs a maximum')
  }
  // Safe: the checks read only the length.
  const length = z.array(z.unknown()).check(...(checks as z.core.$ZodCheck<unknown[]>[]))
  const checkItem = toCheck(element)
  return value => {
    if (!Array.isArray(value)) return null
    const message = length.safeParse(value).error?.issues[0]?.message
    if (message !== undefined) return { path: [], message }
    return checkItem && findFirst(value.entries(), checkItem)
  }
}

function toObjectCheck({ shape }: z.ZodObject): Check | null {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const check = toCheck(schema)
    return check ? [[name, check] as const] : []
  })
  if (fields.length === 0) return null
  return value => {
    if (typeof value !== 'object' || value === null) return null
    const own = new Map(Object.entries(value))
    for (const [name, check] of fields) {
      const problem = findFirst([[name, own.get(name)]], check)
      if (problem) return problem
    }
    return null
  }
}

function findFirst(entries: Iterable<[string | number, unknown]>, check: Check): Problem | null {
  for (const [key, value] of entries) {
    const problem = check(value)
    if (problem) return { ...problem, path: [key, ...problem.path] }
  }
  return null
}
