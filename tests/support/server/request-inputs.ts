import { z } from 'zod'
import type { HttpApp } from '../../../server/app.ts'

/** One input of a route; `put` builds the request with the text in that place. */
export type RequestInput = { route: string; name: string; put(text: string): RequestSpec }
type RequestSpec = {
  path: string
  method: string
  json?: unknown
  body?: FormData
  headers: Record<string, string>
}

/** Valid values for the other inputs, where the schema alone does not say what is valid. */
type ValidValues = Record<string, unknown>
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minLength?: number
}
type Form = { target: string; form: z.ZodType }

type Changes = {
  params?: Record<string, string>
  query?: unknown
  json?: unknown
  form?: unknown
  key?: string
}

/** A route with valid samples of what it reads; `build` makes a request of them and the changes. */
export type RouteRequest = {
  route: string
  pattern: string
  samples: { query: unknown; json: unknown; form: unknown }
  build(changes: Changes): RequestSpec
}

/** Every route, read from the router and its schemas, so a new route is included. */
export function listRouteRequests(
  app: HttpApp,
  validValues: ValidValues,
  params: (name: string, method: string) => string,
): RouteRequest[] {
  const routes = new Map<string, Form[]>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue
    const forms = routes.get(`${method} ${path}`) ?? []
    routes.set(
      `${method} ${path}`,
      'form' in handler ? [...forms, handler as unknown as Form] : forms,
    )
  }
  return [...routes].map(([route, forms]) => toRouteRequest(route, forms))

  function toRouteRequest(route: string, forms: Form[]): RouteRequest {
    const [method = '', pattern = ''] = route.split(' ')
    const sampleOf = (target: string) => {
      const match = forms.find(candidate => candidate.target === target)
      return match ? (validValues[`${route} ${target}`] ?? sample(schemaOf(match.form))) : undefined
    }
    const samples = { query: sampleOf('query'), json: sampleOf('json'), form: sampleOf('form') }

    function build(changes: Changes): RequestSpec {
      const { query, json, form } = { ...samples, ...changes }
      const path = pattern.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name) =>
        encodeURIComponent(changes.params?.[name] ?? params(name, method)),
      )
      const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
      return {
        path: path + search,
        method,
        headers: changes.key === undefined ? {} : { 'idempotency-key': changes.key },
        ...(json === undefined ? {} : { json }),
        ...(form === undefined ? {} : { body: formData(form as Record<string, string | File>) }),
      }
    }
    return { route, pattern, samples, build }
  }
}

export function listRequestInputs(...args: Parameters<typeof listRouteRequests>): RequestInput[] {
  return listRouteRequests(...args).flatMap(toInputs)
}

export function toInputs({ route, pattern, samples, build }: RouteRequest): RequestInput[] {
  const fields = (['query', 'json', 'form'] as const).flatMap(target =>
    leavesOf(samples[target]).map(leaf => ({
      route,
      name: `${target} ${leaf.join('.')}`,
      put: (text: string) => build({ [target]: withText(samples[target], leaf, text) }),
    })),
  )
  const inPath = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    route,
    name: `param ${name}`,
    put: (text: string) => build({ params: { [name]: text } }),
  }))
  const key = { route, name: 'key', put: (text: string) => build({ key: text }) }
  return [...inPath, ...fields, ...(route.startsWith('GET ') ? [] : [key])]
}

function schemaOf(form: z.ZodType) {
  return z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }) as Schema
}

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
