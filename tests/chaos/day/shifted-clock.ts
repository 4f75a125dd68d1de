import { readFileSync } from 'node:fs'

/** Preloaded into the program: shifts its clock, and the Date header, by the ms in CLOCK_FILE. */
const file = process.env.CLOCK_FILE ?? ''
const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'))
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

const { serve } = Bun
type Serving = { fetch(request: Request, server: unknown): Promise<Response | undefined> }
Bun.serve = ((options: Serving) =>
  serve({
    ...options,
    async fetch(request: Request, server: unknown) {
      const response = await options.fetch(request, server)
      response?.headers.set('date', new Date().toUTCString())
      return response
    },
    // The one place where the program calls it hands in all that Bun's own types ask for.
  } as never)) as typeof serve
