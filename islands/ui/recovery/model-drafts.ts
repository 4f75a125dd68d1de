/** Asks models for what no field shows, such as settings of other sections, or gives it back. */
export const DRAFTS = 'screen-drafts'

type Texts = Partial<Record<string, string>>
type Model = { value: Texts }
export type ModelDrafts = Record<string, Texts>
type DraftsDetail = { models: ModelDrafts; isSaving: boolean }

export function keepDrafts(name: string, drafts: Model) {
  function exchange(event: Event) {
    // Sent by drafts.ts.
    const { models, isSaving } = (event as CustomEvent<DraftsDetail>).detail
    if (isSaving) models[name] = drafts.value
    else drafts.value = { ...models[name], ...drafts.value }
  }
  addEventListener(DRAFTS, exchange)
  return () => removeEventListener(DRAFTS, exchange)
}
