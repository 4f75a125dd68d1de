import { z } from 'zod'
import type { HttpApp } from '../../server/app.ts'

/** One place of a door where a stranger's text can be put; `put` makes the request with the text in that place. */
export type Input = { route: string; name: string; put(text: string): Asked }
type Asked = {
  path: string
  method: string
  json?: unknown
  body?: FormData
  headers: Record<string, string>
}

/** What the other places of a door are given, where the form alone does not tell what is good. */
type Good = Record<string, unknown>
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minLength?: number
}
type Form = { target: string; form: z.ZodType }

/**
 * Every input of every door, as the router and the doors' own forms tell it: path parameters, queries, fields
 * of JSON and of uploads, and the key of a write. A new door is among them by itself.
 */
export function everyInput(
  app: HttpApp,
  good: Good,
  params: (name: string, method: string) => string,
): Input[] {
  const doors = new Map<string, Form[]>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue
    const forms = doors.get(`${method} ${path}`) ?? []
    doors.set(
      `${method} ${path}`,
      'form' in handler ? [...forms, handler as unknown as Form] : forms,
    )
  }
  return [...doors].flatMap(([route, forms]) => inputsOf(route, forms))

  function inputsOf(route: string, forms: Form[]): Input[] {
    const [method = '', pattern = ''] = route.split(' ')
    const sampleOf = (target: string) => {
      const found = forms.find(one => one.target === target)
      return found ? (good[`${route} ${target}`] ?? sample(schemaOf(found.form))) : undefined
    }
    const samples = { query: sampleOf('query'), json: sampleOf('json'), form: sampleOf('form') }

    function ask(changed: {
      params?: Record<string, string>
      query?: unknown
      json?: unknown
      form?: unknown
      key?: string
    }): Asked {
      const { query, json, form } = { ...samples, ...changed }
      const path = pattern.replace(/:(\w+)/g, (_, name) =>
        encodeURIComponent(changed.params?.[name] ?? params(name, method)),
      )
      const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
      return {
        path: path + search,
        method,
        headers: changed.key === undefined ? {} : { 'idempotency-key': changed.key },
        ...(json === undefined ? {} : { json }),
        ...(form === undefined ? {} : { body: formData(form as Record<string, string | File>) }),
      }
    }
    const fields = (['query', 'json', 'form'] as const).flatMap(target =>
      leavesOf(samples[target]).map(leaf => ({
        route,
        name: `${target} ${leaf.join('.')}`,
        put: (text: string) => ask({ [target]: withText(samples[target], leaf, text) }),
      })),
    )
    const inPath = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      route,
      name: `param ${name}`,
      put: (text: string) => ask({ params: { [name]: text } }),
    }))
    const key = { route, name: 'key', put: (text: string) => ask({ key: text }) }
    return [...inPath, ...fields, ...(method === 'GET' ? [] : [key])]
  }
}

function schemaOf(form: z.ZodType) {
  return z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** Something that the form lets in, with all that may be there. */
function sample({ type, enum: choices, anyOf, items, properties, minLength = 0 }: Schema): unknown {
  if (choices) return choices[0]
  if (anyOf?.[0]) return sample(anyOf[0])
  const [kind] = [type].flat()
  if (kind === 'object') {
    const entries = Object.entries(properties ?? {})
    return Object.fromEntries(entries.map(([name, schema]) => [name, sample(schema)]))
  }
  if (kind === 'array') return [sample(items ?? {})]
  if (kind === 'integer' || kind === 'number') return 1
  if (kind === 'boolean') return true
  return 'secret'.padEnd(minLength, 'x')
}

function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (value === undefined || value instanceof File) return []
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

function withText(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  const inner = value as Record<string, unknown>
  const changed = withText(inner[name], rest, text)
  return Array.isArray(inner) ? inner.with(Number(name), changed) : { ...inner, [name]: changed }
}

function formData(fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return body
}
