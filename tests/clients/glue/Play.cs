// mono Play.exe URL: two players play a game to its end by the client that openapi-generator made,
// and follow it from its first event on. Says how it came out.

using System;
using System.Linq;
using Newtonsoft.Json;
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;
using Org.OpenAPITools.Model;

class Play
{
    static readonly Random Chance = new Random();
    readonly GamesApi games;
    readonly CommandsApi commands;
    readonly HistoryApi history;
    long version = 0;

    Play(string url, string name)
    {
        var token = new PlayersApi(url).CreatePlayer(new PlayerRequest(name: name)).Token;
        var settings = new Configuration { BasePath = url, AccessToken = token };
        games = new GamesApi(settings);
        commands = new CommandsApi(settings);
        history = new HistoryApi(settings);
    }

    // Decides where that is one's own to do; false once the game is over.
    bool Act(string game)
    {
        var now = commands.ListActions(game);
        var plays = now.Actions.Where(action => !(action.ActualInstance is ResignCommand));
        var command = plays.OrderBy(_ => Chance.Next())
            .OrderByDescending(action => action.ActualInstance is AttackCommand).FirstOrDefault();
        var key = $"\"{now.VarVersion}\"";
        if (command != null) commands.SubmitCommand(game, command, key, key);
        return now.Awaiting != null;
    }

    // Reads on from where one is.
    void Follow(string game)
    {
        var page = history.ListEvents(game, after: version);
        if (page == null) return;
        version += page.Items.Count;
        if (page.Next != null) Follow(game);
    }

    static void Main(string[] arguments)
    {
        // The generator has no null for a word that is always there: it is passed over.
        JsonConvert.DefaultSettings = () =>
            new JsonSerializerSettings { NullValueHandling = NullValueHandling.Ignore };
        Play ada = new Play(arguments[0], "Ada"), bob = new Play(arguments[0], "Bob");
        var wish = new GameRequest(
            scenario: "vassieux", edition: EditionName.E2025, variant: Variant.YoungGenerals);
        var game = ada.games.CreateGame(wish).Id;
        ada.games.TakeSeat(game, new TakeSeat(seat: Seat.Allies));
        bob.games.TakeSeat(game, new TakeSeat(side: Side.Axis));
        for (var goesOn = true; goesOn;)
        {
            goesOn = ada.Act(game) | bob.Act(game);
            ada.Follow(game);
            bob.Follow(game);
        }
        var end = ada.games.GetGame(game);
        if (ada.version != end.VarVersion || bob.version != end.VarVersion)
            throw new Exception("events are missing");
        Console.WriteLine($"{game} {end.VarVersion} {end.Winner}");
    }
}
