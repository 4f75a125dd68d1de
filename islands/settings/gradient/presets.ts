/** Gradients by group and name. White text has a contrast of at least 4.5:1 on all gradients. */
export const GRADIENT_PRESETS: Record<string, Record<string, string>> = {
  Ocean: {
    Lagoon: 'linear-gradient(135deg, #0f766e 0%, #0369a1 100%)',
    Tide: 'linear-gradient(90deg, #1d4ed8 0%, #0e7490 100%)',
    'Deep Sea': 'linear-gradient(180deg, #075985 0%, #0c1445 100%)',
    Harbour: 'linear-gradient(135deg, #0b2545 0%, #13678a 100%)',
  },
  Sunset: {
    Dusk: 'linear-gradient(135deg, #7c3aed 0%, #db2777 100%)',
    Ember: 'linear-gradient(90deg, #be123c 0%, #c2410c 100%)',
    Afterglow: 'linear-gradient(135deg, #4c1d95 0%, #be185d 55%, #c2410c 100%)',
    'Last Light': 'linear-gradient(180deg, #312e81 0%, #9d174d 100%)',
  },
  Cool: {
    Pine: 'linear-gradient(135deg, #14532d 0%, #047857 100%)',
    Aurora: 'linear-gradient(90deg, #047857 0%, #0e7490 50%, #4f46e5 100%)',
    Iris: 'linear-gradient(135deg, #3730a3 0%, #7c3aed 100%)',
    Slate: 'linear-gradient(180deg, #475569 0%, #1e293b 100%)',
  },
  Warm: {
    Amber: 'linear-gradient(90deg, #b45309 0%, #9a3412 100%)',
    Copper: 'linear-gradient(135deg, #451a03 0%, #b45309 100%)',
    Ruby: 'linear-gradient(180deg, #dc2626 0%, #7f1d1d 100%)',
    Raspberry: 'linear-gradient(135deg, #9f1239 0%, #db2777 100%)',
  },
}
