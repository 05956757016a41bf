// What the service answers with, by the types that are generated from the contract.

import type {
  ActionOdds, AfterActionReport, Analysis as AnyAnalysis, Annotation, Block, Catalog as AnyCatalog, Challenge, ClockTerms, ConditionalTurn,
  Event as AnyEvent, Game, GameSummary, Hint, JsonPatchOperation, JudgedDecision, LuckReport, Mainline, Match, ObjectiveBase, Place,
  Playtest as AnyPlaytest, PlaytestSide, PlaytestSummary, PresentSeat, PublicKeys, PublicPlayer, ReportSentence, Scenario as AnyScenario,
  ScenarioArmy, ScenarioSpecialRule, ScenarioSummary, SideAnalysis, StatisticsItem, TimelineEntry, TimelineTurn, UnitBase, Webhook,
} from "contract";

/** Of an object, these members as present. */
type With<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]-?: T[Name] };

/** The same where words of a list are words like others. */
type Worded<T> = T extends string ? string : T extends { 2025: infer Row } ? Record<string, Worded<Row>> : { [Name in keyof T]: Worded<T[Name]> };

/** Whatever members one of several has. */
type AnyOf<T> = { [Name in T extends unknown ? keyof T : never]?: T extends unknown ? (Name extends keyof T ? T[Name] : never) : never };

/** What only the compact form of a state leaves out. */
type Always = "edition" | "variant" | "scenario" | "status" | "turn" | "phase" | "terrain" | "obstacles" | "discard" | "deck_count" | "ordered";
type Hand = { count: number; cards?: string[]; shown?: string[] };

export type Unit = Required<UnitBase> & { nation?: string };
export type Objective = With<ObjectiveBase, "hexes" | "medals" | "label" | "side">;

/** A game at a version, as a viewer sees it; its seats and sides are words like others. */
export type State = Omit<With<Game, Always>, "active" | "units" | "objectives" | "medals" | "medals_to_win" | "hands" | "seats" | "table" | "awaiting"> & {
  active: string | null;
  units: Unit[];
  objectives: Objective[];
  medals: Record<string, number>;
  medals_to_win: Record<string, number>;
  hands: Record<string, Hand>;
  seats: Record<string, string>;
  table: Place[];
  awaiting: { seat: string; seats: string[]; decision: string } | null;
};
/** How games of a battle went; its sides are words like others. */
export type Outcome = Omit<StatisticsItem, "won"> & { won: Record<string, number> };
export type Event = AnyEvent;
/** An annotation; each of its marks has a color. */
export type Comment = Omit<Annotation, "arrows" | "hexes"> & Required<import("./arrows.js").Marks>;
/** A game in a list; its seats are words like others. */
export type Listed = Omit<Required<GameSummary>, "awaiting_seats" | "seats"> & { awaiting_seats: string[]; seats: Record<string, string> };
export type Branch = Listed & { branch: NonNullable<Listed["branch"]> };
/** What the service calls units, cards and the rest. */
export type Catalog = Worded<AnyCatalog>;
/** A battle with all that is on it; its words are words like others. */
export type Scenario = Omit<Worded<AnyScenario>, "title" | "briefing" | "sides" | "special_rules"> & {
  title: Record<string, string>;
  briefing: Record<string, string>;
  sides: Record<string, Worded<ScenarioArmy>>;
  special_rules: SpecialRule[];
};
/** A battle that is being made. */
export type ScenarioDraft = Omit<Scenario, "slug">;
/** What a judged game says of its sides, which are words like others. */
export type Analysis = Omit<AnyAnalysis, "summary"> & { summary: Record<string, SideAnalysis> | null };
export type Playtest = Omit<AnyPlaytest, "summary"> & { summary: (Omit<PlaytestSummary, "sides"> & { sides: Record<string, PlaytestSide> }) | null };
export type SpecialRule = { id: string; params: AnyOf<Worded<ScenarioSpecialRule["params"]>> };
export type {
  ActionOdds as Odds, AfterActionReport, Block, Challenge, ClockTerms, ConditionalTurn as Plan, Hint, JsonPatchOperation, JudgedDecision,
  LuckReport as Luck, Mainline, Match, Place, PresentSeat, PublicKeys, PublicPlayer, ReportSentence, ScenarioSummary as Battle,
  TimelineEntry as Entry, TimelineTurn as Turn, Webhook,
};
