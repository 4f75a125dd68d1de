import { agrees } from './agree.ts'
import type { Sight } from './sight.ts'
import type { Staff } from './staff.ts'

/** A TV that was deaf for the whole end of the day, and then has a row of calls to announce. */
const AGREE_WITHIN_MS = 120_000
const LOOKS_EVERY_MS = 250

type Someone = { name: string; looks(): Promise<Sight> }

/** Waits until everybody sees what the doors say, or for long enough; answers what each saw last. */
export async function untilAllAgree(staff: Staff, doors: () => Promise<Sight>) {
  const end = Date.now() + AGREE_WITHIN_MS
  const everybody = await untilTheyAgree(
    [...staff.desks, ...staff.tvs],
    { doors, end },
    async () => {
      const quiet = await Promise.all(staff.tvs.map(tv => tv.isQuiet()))
      return quiet.every(Boolean)
    },
  )
  // Behind the display that one of them shows stand the Dashboard's own numbers.
  const dashboard = { name: 'Dashboard', looks: await staff.leaveFullscreen() }
  const numbers = await untilTheyAgree([dashboard], { doors, end }, async () => true)
  return new Map([...everybody, ...numbers, ['doors', await doors()] as const])
}

async function untilTheyAgree(
  those: Someone[],
  { doors, end }: { doors(): Promise<Sight>; end: number },
  isOver: () => Promise<boolean>,
) {
  for (;;) {
    const there = await doors()
    const seen = await Promise.all(
      those.map(async ({ name, looks }) => [name, await looks()] as const),
    )
    const isRight = seen.every(([name, sight]) =>
      agrees(name, sight, there).every(({ fault }) => fault === null),
    )
    if ((isRight && (await isOver())) || Date.now() > end) return seen
    await Bun.sleep(LOOKS_EVERY_MS)
  }
}
