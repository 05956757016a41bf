// What a generated client names of two libraries and never uses: a namespace of JsonSubTypes, and of
// Polly the policy by which a program may have requests repeated.

using System;
using System.Threading.Tasks;

namespace JsonSubTypes
{
    static class Unused { }
}

namespace Polly
{
    enum OutcomeType { Successful }

    public interface ISyncPolicy<T> { }

    public interface IAsyncPolicy<T>
    {
        Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> action);
    }

    public class PolicyResult<T>
    {
        internal OutcomeType Outcome => throw new NotSupportedException();
        public T Result => throw new NotSupportedException();
        public Exception FinalException => throw new NotSupportedException();
    }
}
